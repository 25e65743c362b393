// A player of one puzzle: moves by pointer or keys, and the solution step by step.
//
// The document contains the board as SVG and the game as JSON. A piece moves by its `transform`. `at` holds the cell of
// every piece's anchor. Moves of the user start from the arrangement that is shown; a step through the solution shows
// the arrangement of the solution again and forgets them.

(() => {
  const DIRS = { U: [0, -1, 0], D: [0, 1, 0], L: [0, 0, -1], R: [0, 0, 1], N: [-1, 0, 0], F: [1, 0, 0] };
  const LINES = { row: "LR", column: "UD", layer: "NF" };
  const KEYS = { ArrowUp: "U", ArrowDown: "D", ArrowLeft: "L", ArrowRight: "R", PageUp: "N", PageDown: "F" };
  const STEP = 170; // milliseconds of a step of the solution
  const REST = 350; // milliseconds between two moves

  const find = (name) => document.getElementById(name);
  const game = JSON.parse(find("game").textContent);
  const svg = document.querySelector("#board svg");
  const unit = Object.fromEntries(Object.entries(svg.dataset).map(([name, value]) => [name, Number(value)]));
  const groups = game.pieces.map((_, piece) => svg.querySelector(`[data-piece="${piece}"]`));
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;

  // The rule of movement.

  const place = (cell) => {
    const size = game.rows * game.cols;
    return [Math.floor(cell / size), Math.floor((cell % size) / game.cols), cell % game.cols];
  };
  const cellAt = (layer, row, col) =>
    layer >= 0 && layer < game.layers && row >= 0 && row < game.rows && col >= 0 && col < game.cols
      ? (layer * game.rows + row) * game.cols + col
      : -1;

  /** Whether a cell is closed to a kind. */
  function closed(kind, cell) {
    const gate = game.gates.find((one) => one.cell === cell);
    return cell < 0 || game.blocked.includes(cell) || (gate && !gate.kinds.includes(kind));
  }

  /** The cells of a piece with its anchor on a cell. */
  function cover(piece, cell) {
    const [layer, row, col] = place(cell);
    return game.pieces[piece].cells.map(([dl, dr, dc]) => cellAt(layer + dl, row + dr, col + dc));
  }

  /** For each cell the piece on it. */
  function filled(at) {
    const on = new Map();
    at.forEach((cell, piece) => {
      for (const covered of cover(piece, cell)) on.set(covered, piece);
    });
    return on;
  }

  /** The arrangement after a step of some pieces, or `null` if it is not legal. */
  function step(at, pieces, dir) {
    const on = filled(at);
    const to = at.slice();
    for (const piece of pieces) {
      const { kind, along, cells } = game.pieces[piece];
      const [layer, row, col] = place(at[piece]);
      const [dl, dr, dc] = DIRS[dir];
      if (along && !LINES[along].includes(dir)) return null;
      for (const [l, r, c] of cells) {
        const cell = cellAt(layer + l + dl, row + r + dr, col + c + dc);
        if (closed(kind, cell) || (on.has(cell) && !pieces.includes(on.get(cell)))) return null;
      }
      to[piece] = cellAt(layer + dl, row + dr, col + dc);
    }
    return to;
  }

  /** Whether an arrangement meets a goal. */
  function solved(at) {
    if (game.blank !== null && filled(at).has(game.blank)) return false;
    const meets = ({ kind, at: cell }) => at.some((here, piece) => here === cell && game.pieces[piece].kind === kind);
    return game.goals.some((goal) => goal.every(meets));
  }

  // The state: the arrangement, the move of the solution that is shown, and the moves of the user since.

  const along = [game.pieces.map((piece) => piece.at)];
  for (const [pieces, path] of game.solution) {
    along.push([...path].reduce((at, dir) => step(at, pieces, dir), along[along.length - 1]));
  }
  let at = along[0];
  let shown = 0;
  let own = []; // moves of the user: { piece, path, was }
  let playing = null;

  // Drawing.

  function put(piece, dx = 0, dy = 0) {
    const [layer, row, col] = place(at[piece]);
    const x = unit.left + layer * unit.layer + (col + dx) * unit.cell;
    const y = unit.top + (row + dy) * unit.cell;
    groups[piece].style.transform = `translate(${x}px, ${y}px)`;
  }

  function draw() {
    at.forEach((cell, piece) => {
      const [layer, row, col] = place(cell);
      const where = `${game.layers > 1 ? `layer ${layer}, ` : ""}row ${row}, column ${col}`;
      groups[piece].setAttribute("aria-label", `${game.tiles ? "tile" : "piece"} ${game.pieces[piece].name}, ${where}`);
      put(piece);
    });
    const moves = (count) => `${count} ${count === 1 ? "move" : "moves"}`;
    let text = "";
    if (own.length > 0) text = `${moves(own.length)}${shown > 0 ? ` after move ${shown} of the solution` : ""}`;
    else if (game.solution.length > 0) text = `Solution: move ${shown} of ${game.solution.length}`;
    if (solved(at)) text = `Solved. ${text}`;
    find("status").textContent = text;
    document.body.classList.toggle("solved", solved(at));
    find("undo").disabled = own.length === 0;
    find("restart").disabled = own.length === 0 && shown === 0;
    if (!game.solution.length) return;
    find("where").value = shown;
    find("back").disabled = shown === 0 && own.length === 0;
    find("next").disabled = shown === game.solution.length && own.length === 0;
    find("play").textContent = playing ? "Pause" : "Play";
  }

  /** Record a step of the user. A piece that moves on makes one move, if the style allows it. */
  function record(pieces, dir, was) {
    const last = own[own.length - 1];
    const same = last && String(last.pieces) === String(pieces) && game.reach !== "step";
    if (same && (game.reach === "path" || last.path[0] === dir)) {
      last.path += dir;
      if (String(last.was) === String(at)) own.pop();
    } else own.push({ pieces, path: dir, was });
  }

  /** Take a step if it is legal. */
  function take(pieces, dir) {
    pause();
    const to = step(at, pieces, dir);
    if (!to) return false;
    const was = at;
    at = to;
    record(pieces, dir, was);
    return true;
  }

  /** The tiles that slide when a tile is pushed towards the blank, and their direction. */
  function run(piece) {
    const on = filled(at);
    for (const dir of "UDLR") {
      const pieces = [piece];
      let [, row, col] = place(at[piece]);
      for (;;) {
        row += DIRS[dir][1];
        col += DIRS[dir][2];
        const cell = cellAt(0, row, col);
        if (cell < 0) break;
        if (!on.has(cell)) return { pieces, dir };
        pieces.push(on.get(cell));
      }
    }
    return null;
  }

  /** A tap: a tile in line with the blank slides there, a block takes its only step. */
  function tap(piece) {
    pause();
    if (game.tiles) {
      const found = run(piece);
      // The tile next to the blank goes first.
      if (found) for (const one of found.pieces.reverse()) take([one], found.dir);
    } else {
      const open = [..."UDLRNF"].filter((dir) => step(at, [piece], dir));
      if (open.length === 1) take([piece], open[0]);
    }
    draw();
  }

  // The pointer: a piece follows it as far as it can.

  let held = null;

  function point(event) {
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    return [(x - unit.left) / unit.cell, (y - unit.top) / unit.cell];
  }

  /** How far a held piece is behind the pointer, as steps in order of distance. */
  function behind([x, y]) {
    const [layer, row, col] = place(at[held.piece]);
    const [dx, dy] = [x - held.grab[0] - col - (layer * unit.layer) / unit.cell, y - held.grab[1] - row];
    const ways = [
      { dir: dx > 0 ? "R" : "L", far: Math.abs(dx) },
      { dir: dy > 0 ? "D" : "U", far: Math.abs(dy) },
    ];
    return ways.sort((a, b) => b.far - a.far);
  }

  svg.addEventListener("pointerdown", (event) => {
    const group = event.target.closest("[data-piece]");
    if (!group || held || event.button !== 0) return;
    pause();
    const piece = Number(group.dataset.piece);
    const [layer, row, col] = place(at[piece]);
    const [x, y] = point(event);
    held = { piece, id: event.pointerId, grab: [x - col - (layer * unit.layer) / unit.cell, y - row], moved: false };
    held.from = [event.clientX, event.clientY];
    group.classList.add("held");
    svg.setPointerCapture(event.pointerId);
  });

  svg.addEventListener("pointermove", (event) => {
    if (held?.id !== event.pointerId) return;
    const [x, y] = held.from;
    held.moved ||= Math.hypot(event.clientX - x, event.clientY - y) > 5;
    if (!held.moved) return;
    const goal = point(event);
    for (let steps = 0; steps < 64; steps += 1) {
      if (!behind(goal).some(({ dir, far }) => far > 0.5 && take([held.piece], dir))) break;
    }
    draw();
    const lead = behind(goal).find(({ dir, far }) => far > 0.02 && step(at, [held.piece], dir));
    if (!lead) return;
    const [, dr, dc] = DIRS[lead.dir];
    put(held.piece, dc * Math.min(lead.far, 0.5), dr * Math.min(lead.far, 0.5));
  });

  function release(event) {
    if (held?.id !== event.pointerId) return;
    const { piece, moved } = held;
    groups[piece].classList.remove("held");
    held = null;
    if (!moved && event.type === "pointerup") tap(piece);
    draw();
  }
  svg.addEventListener("pointerup", release);
  svg.addEventListener("pointercancel", release);

  // Keys: arrows move the piece that has the focus, or a tile into the blank; Enter and Space tap the piece.

  svg.addEventListener("keydown", (event) => {
    const dir = KEYS[event.key];
    const piece = groups.indexOf(document.activeElement);
    const taps = piece >= 0 && (event.key === "Enter" || event.key === " ");
    if (!dir && !taps) return;
    event.preventDefault();
    event.stopPropagation();
    if (taps) return tap(piece);
    if (game.tiles) game.pieces.some((_, tile) => take([tile], dir));
    else if (piece >= 0) take([piece], dir);
    draw();
  });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("button, input")) return;
    const press = { " ": "play", ".": "next", ",": "back", u: "undo" }[event.key];
    if (!press || !find(press)) return;
    event.preventDefault();
    find(press).click();
  });

  // The solution.

  const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

  function seek(to) {
    pause();
    shown = Math.max(0, Math.min(to, game.solution.length));
    own = [];
    at = along[shown];
    draw();
  }

  /** Stop playing; a move that is under way is taken back. */
  function pause() {
    if (!playing) return;
    playing = null;
    at = along[shown];
  }

  async function play() {
    if (playing) return seek(shown);
    seek(shown === game.solution.length ? 0 : shown);
    const mine = {};
    playing = mine;
    draw();
    while (playing === mine && shown < game.solution.length) {
      const [pieces, path] = game.solution[shown];
      for (const dir of path) {
        at = step(at, pieces, dir);
        draw();
        await wait(STEP);
        if (playing !== mine) return;
      }
      shown += 1;
      draw();
      await wait(REST);
    }
    if (playing === mine) pause();
    draw();
  }

  const press = (name, action) => find(name)?.addEventListener("click", action);
  press("undo", () => {
    pause();
    const last = own.pop();
    if (last) at = last.was;
    draw();
  });
  press("restart", () => seek(0));
  press("back", () => seek(own.length > 0 ? shown : shown - 1));
  press("next", () => seek(own.length > 0 ? shown : shown + 1));
  press("play", play);
  find("where")?.addEventListener("input", (event) => seek(Number(event.target.value)));

  svg.setAttribute("role", "group");
  svg.setAttribute("aria-label", game.tiles ? "Board: arrow keys move tiles" : "Board: arrow keys move a piece");
  if (game.tiles) svg.setAttribute("tabindex", "0");
  groups.forEach((group) => {
    group.setAttribute("role", "button");
    group.setAttribute("tabindex", game.tiles ? "-1" : "0");
  });
  draw();
  if (!still) requestAnimationFrame(() => document.body.classList.add("moving"));
})();
