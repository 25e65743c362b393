// Make: a puzzle as text and as a box to paint. The text is the puzzle; painting writes the text.

import { announce } from "../announce.js";
import { ask } from "../api.js";
import { button, make } from "../dom.js";
import { game as known } from "../games.js";
import { fresh, fromGame, pieces } from "../make/draft.js";
import { Editor } from "../make/editor.js";
import { History } from "../make/history.js";
import { print, settled } from "../make/print.js";
import { randomTiles } from "../make/random.js";
import { copyLink, saveText } from "../make/share.js";
import { TextField } from "../make/text.js";
import { goals, TileEditor } from "../make/tile-editor.js";
import { address, go } from "../router.js";
import { state } from "../state.js";
import { keep, kept } from "../store.js";

const FIRST = "4 x 4 my puzzle\n1 = 11/11\n2 = 1/1\n3 = 1\n2122333\ngoal 1@2,2\n";
const WAIT = 160; // milliseconds without typing before the text is read

/** Show the editor; the address may name a puzzle or contain one. */
export async function mount(element, { name, query }) {
  const first = await begun(name, query);
  const history = new History({ ...first, draft: null });
  let game = null;
  let reading = new AbortController();
  let timer = 0;

  const editor = new Editor({ painted: (draft, how) => paint(draft, how) });
  const tileEditor = new TileEditor({ changed: (text) => write(text, history.now.goal) });
  const field = new TextField({ typed: (text) => type(text) });
  const status = make("p", { class: "status-line", role: "status", "data-testid": "make-status" });
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
  const link = () => ({ text: history.now.text.trim(), goal: game?.family === "tiles" ? history.now.goal : null });
  const share = button("Share link", () => copyLink(address("play", "", link()), tell), {
    "data-testid": "make-share",
  });
  const save = button("Save as text", () => saveText(puzzleText(), game?.title, tell), { "data-testid": "make-save" });
  const copy = button(
    "Copy text",
    async () => {
      await navigator.clipboard.writeText(puzzleText()).catch(() => field.area.select());
      tell("Text copied.");
    },
    { "data-testid": "make-copy" },
  );
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
        state.game
          ? button("Edit the current game", () => write(state.game.text, state.game.goal), {
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
        field.element,
        plain,
        goalOf,
        make("div", { class: "row" }, play, share, save, copy),
        message,
        make("p", {
          class: "soft",
          text: "Paste puzzle text, a Rush Hour string, a GNOME Klotski map, a position of tiles, or the name of a library puzzle.",
        }),
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

  /** After painting: write the text. `whole` means that the stroke has ended; letters of the title are one step. */
  function paint(painted, { whole, typing = null }) {
    const draft = whole ? settled(painted) : { ...painted, colours: {} };
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
    read();
  }

  function after() {
    steps();
    message.replaceChildren();
    reading.abort();
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
      const found = await ask("/api/read", goal ? { text, goal } : { text }, { signal });
      if (signal.aborted) return;
      game = found;
      field.mark(null);
      field.warn(game.warnings ?? []);
      const shown = draft ?? fromGame(game);
      show(shown);
      if (!draft) history.amend({ draft: shown, goal: game.family === "tiles" ? game.goal : null });
    } catch (error) {
      if (signal.aborted) return;
      game = null;
      const next = draft && missing(draft);
      field.mark(next ? null : error);
      status.textContent =
        next ?? (error.line ? `Line ${error.line}, column ${error.column}: ${error.message}` : error.message);
      if (draft) show(draft);
      else broken();
    }
    for (const press of [play, share]) press.disabled = !game;
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
        make("p", { class: "soft", text: "Press two tiles to swap them, or type the position." }),
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
  return `${size} box, ${game.pieces.length} ${game.pieces.length === 1 ? "piece" : "pieces"} of ${kinds}. Ready to play.`;
}

/** The first text: what the address names or contains, else the last one edited, else an example. */
async function begun(name, query) {
  if (query.get("text")) return { text: query.get("text"), goal: query.get("goal") };
  if (name) {
    const { text, goal } = await known(name);
    return { text, goal };
  }
  const last = kept("make");
  return typeof last?.text === "string" ? { text: last.text, goal: last.goal ?? null } : { text: FIRST, goal: null };
}
