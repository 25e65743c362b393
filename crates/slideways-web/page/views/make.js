// Make: a puzzle as text and as a box to paint. The text is the puzzle; painting writes the text.

import { announce } from "../announce.js";
import { ask } from "../api.js";
import { button, make } from "../dom.js";
import { errorBox } from "../errors.js";
import { begun, current, from } from "../make/begin.js";
import { fresh, fromGame, pieces } from "../make/draft.js";
import { Editor } from "../make/editor.js";
import { History } from "../make/history.js";
import { Notations, readable } from "../make/notations.js";
import { print, settled, unfounded } from "../make/print.js";
import { randomTiles } from "../make/random.js";
import { copyLink, copyText, saveText } from "../make/share.js";
import { TextField } from "../make/text.js";
import { goals, TileEditor } from "../make/tile-editor.js";
import { Verdict } from "../make/verdict.js";
import { address, go } from "../router.js";
import { state } from "../state.js";
import { keep } from "../store.js";

const WAIT = 160; // milliseconds without typing before the text is read

/** Show the editor; the address may name a puzzle or contain one. */
export async function mount(element, { name, query }) {
  const { text, goal } = await begun(name, query);
  const history = new History({ text, goal: goal ?? null, draft: null });
  let game = null;
  let edited = false;
  let reading = new AbortController();
  let timer = 0;

  const editor = new Editor({ painted: (draft, how) => paint(draft, how) });
  const tileEditor = new TileEditor({ changed: (text) => write(text, history.now.goal) });
  const field = new TextField({ typed: (text) => type(text) });
  const verdict = new Verdict({
    take: (at) => replace(() => from(game.text, game.goal, at)),
    aim: (goal) => write(history.now.text, goal),
  });
  const status = make("p", { class: "status-line", "data-testid": "make-status" });
  const stale = make("p", {
    class: "soft",
    hidden: true,
    text: "The box shows the last valid text. Painting continues from it.",
  });
  const message = make("div", { class: "message", role: "status", "data-testid": "make-message" });
  const goalOf = make("div", { class: "goal-of" });
  const undo = button("Undo", () => step(-1), { key: "Ctrl Z", "data-testid": "make-undo" });
  const redo = button("Redo", () => step(1), { key: "Ctrl Y", "data-testid": "make-redo" });
  const play = button("Play", () => go(address("play", "", link())), { class: "first", "data-testid": "make-play" });
  const tell = (what) => {
    message.replaceChildren(what);
    if (typeof what === "string") announce(what);
  };
  const link = () => ({
    text: history.now.text.trim(),
    ...(game?.family === "tiles" && history.now.goal ? { goal: history.now.goal } : {}),
  });
  const share = button("Share link", () => copyLink(address("play", "", link()), tell), {
    "data-testid": "make-share",
  });
  const save = button("Save as text", () => saveText(puzzleText(), game?.title, tell), { "data-testid": "make-save" });
  const copy = button("Copy text", () => copyText(puzzleText(), "text", tell), { "data-testid": "make-copy" });
  const notations = new Notations({
    game: () => link(),
    copied: (text, notation) => copyText(text, notation, tell),
    failed: (error) => tell(errorBox(error)),
  });
  const plain = button("Convert to puzzle text", () => write(game.text, null), {
    class: "quiet",
    hidden: true,
    "data-testid": "make-plain",
    title: "Write this puzzle as puzzle text",
  });
  const draw = make("section", { class: "draw", "aria-label": "Box" });
  element.append(
    make(
      "header",
      { class: "intro" },
      make("h1", { text: "Make" }),
      make(
        "div",
        { class: "row" },
        undo,
        redo,
        button("New box", () => paint(fresh(), { whole: true }), { "data-testid": "make-new" }),
      ),
      make(
        "div",
        { class: "row begin" },
        state.game
          ? button("Edit the current game", () => replace(current), {
              "data-testid": "make-current",
            })
          : null,
        randomTiles({ drawn: (text, goal) => write(text, goal), failed: (error) => field.mark(error) }),
      ),
    ),
    make(
      "div",
      { class: "make" },
      draw,
      make(
        "section",
        { class: "write", "aria-label": "Text" },
        status,
        verdict.element,
        field.element,
        plain,
        goalOf,
        make("div", { class: "row" }, play, share, save, copy, notations.element),
        message,
        make("p", { class: "soft", text: readable() }),
      ),
    ),
  );

  const puzzleText = () =>
    /^\s*\d+\s*[x×X]/.test(history.now.text) || !game ? history.now.text : `${game.text.trimEnd()}\n`;
  const remember = () => keep("make", { text: history.now.text, goal: history.now.goal });

  /** After typing. */
  function type(text) {
    history.push({ text, goal: history.now.goal, draft: null }, { typing: "text" });
    later();
    after();
  }

  /** Replace the text. */
  function write(text, goal) {
    history.push({ text, goal: goal ?? null, draft: null });
    field.set(text);
    after();
    read();
  }

  /** Replace the text by what a request answers. */
  async function replace(request) {
    try {
      const { text, goal } = await request();
      write(text, goal);
    } catch (error) {
      tell(errorBox(error));
    }
  }

  /** After painting: write the text. `whole` means that the stroke has ended; letters of the title are one step. */
  function paint(painted, { whole, typing = null }) {
    const founded = unfounded(history.now.draft, painted);
    const draft = whole ? settled(founded) : { ...founded, colours: {} };
    reading.abort(); // an answer about the last stroke would replace this one
    verdict.cancel();
    editor.show(draft);
    const text = print(draft);
    field.set(text);
    if (!whole) return;
    history.push({ text, goal: null, draft }, { typing });
    after();
    if (typing) later();
    else read();
  }

  /** Read the text when the user pauses. */
  function later() {
    clearTimeout(timer);
    timer = setTimeout(() => read(), WAIT);
  }

  function step(by) {
    if (!history.go(by)) return;
    field.set(history.now.text);
    if (history.now.draft) editor.show(history.now.draft);
    after();
    announce(by < 0 ? "Undone" : "Redone");
    read();
  }

  function after() {
    steps();
    message.replaceChildren();
    editor.tell("");
    reading.abort();
    verdict.cancel();
    edited = true;
    remember();
  }

  function steps() {
    undo.disabled = !history.can(-1);
    redo.disabled = !history.can(1);
  }

  /** Let the server read the text. */
  async function read() {
    reading.abort();
    reading = new AbortController();
    clearTimeout(timer);
    const { signal } = reading;
    const { text, goal, draft } = history.now;
    try {
      const found = await ask("read", goal ? { text, goal } : { text }, { signal });
      if (signal.aborted) return;
      game = found;
      field.mark(null);
      field.warn(game.warnings ?? []);
      const shown = draft ?? fromGame(game);
      show(shown);
      if (!draft) history.amend({ draft: shown, goal: game.family === "tiles" ? game.goal : null });
      // The address contains the puzzle as it is now: a reload or a bookmark loses nothing.
      if (edited) go(address("make", "", link()), { replace: true });
    } catch (error) {
      if (signal.aborted) return;
      game = null;
      const next = draft && missing(draft);
      field.mark(next ? null : error);
      const said = status.textContent;
      status.textContent =
        next ?? (error.line ? `Line ${error.line}, column ${error.column}: ${error.message}` : error.message);
      if (status.textContent !== said && editor.note.hidden) announce(status.textContent);
      if (draft) show(draft);
      else broken();
    }
    for (const press of [play, share]) press.disabled = !game;
    verdict.show(game);
    notations.show(game, signal);
    plain.hidden = !game || game.family === "tiles" || /^\s*\d+\s*[x×X]/.test(text);
  }

  function show(draft) {
    stale.hidden = true;
    goalOf.replaceChildren();
    if (draft) {
      if (!editor.element.isConnected) draw.replaceChildren(editor.element, stale);
      editor.show(draft);
    } else {
      tileEditor.show(game);
      draw.replaceChildren(
        tileEditor.element,
        make("p", {
          class: "soft",
          text: "Drag a tile onto another, or press two tiles, to swap them; or type the position.",
        }),
      );
      goalOf.replaceChildren(goals(game.goal, (goal) => write(history.now.text, goal)));
    }
    if (game) status.textContent = words(game);
  }

  /** The text cannot be read: keep the box of the last text that could. */
  function broken() {
    if (!editor.draft) {
      draw.replaceChildren(editor.element, stale);
      editor.show(fresh());
    }
    stale.hidden = false;
  }

  const keys = (event) => {
    const letter = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || event.altKey || !["z", "y"].includes(letter)) return;
    if (event.target.closest?.("input[type=number]")) return;
    event.preventDefault();
    step(letter === "y" || event.shiftKey ? 1 : -1);
  };
  addEventListener("keydown", keys);
  field.set(history.now.text);
  steps();
  await read();
  return () => {
    removeEventListener("keydown", keys);
    reading.abort();
    verdict.cancel();
    clearTimeout(timer);
  };
}

/** The next thing to paint, if nothing else is wrong. */
function missing(draft) {
  if (!pieces(draft).length) return "The box is empty. Paint the first piece.";
  if (draft.goals.every((goal) => !goal.length))
    return "There is no goal yet. Choose “Goal” above, then click where a piece must end.";
  return null;
}

/** A summary of a game. */
function words(game) {
  const size = [...(game.solid ? [game.layers] : []), game.rows, game.cols].join(" x ");
  if (game.family === "tiles") return `A position of tiles, ${size}.`;
  const kinds = `${game.kinds.length} ${game.kinds.length === 1 ? "kind" : "kinds"}`;
  return `${size} box, ${game.pieces.length} ${game.pieces.length === 1 ? "piece" : "pieces"} of ${kinds}.`;
}
