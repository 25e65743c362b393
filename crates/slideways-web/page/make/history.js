// Undo and redo. Text typed into one field without a pause is one step.

const PAUSE = 700; // milliseconds
const MOST = 500; // entries

export class History {
  constructor(first) {
    this.list = [first];
    this.cursor = 0;
    this.typed = 0;
    this.field = null;
  }

  get now() {
    return this.list[this.cursor];
  }

  /** Add a step; it replaces those that could be redone. `typing` names the field into which the user types. */
  push(next, { typing = null } = {}) {
    const now = performance.now();
    const soon = this.typed && now - this.typed < PAUSE && this.cursor === this.list.length - 1;
    const joins = typing && typing === this.field && soon;
    if (joins) this.list[this.cursor] = next;
    else {
      this.list.splice(this.cursor + 1, Infinity, next);
      this.cursor += 1;
    }
    this.typed = typing ? now : 0;
    this.field = typing;
    if (this.list.length > MOST) {
      this.list.shift();
      this.cursor -= 1;
    }
  }

  /** Change the current step. */
  amend(change) {
    this.list[this.cursor] = { ...this.now, ...change };
  }

  go(by) {
    const to = this.cursor + by;
    if (to < 0 || to >= this.list.length) return false;
    this.cursor = to;
    this.typed = 0;
    return true;
  }

  can(by) {
    return this.list[this.cursor + by] !== undefined;
  }
}
