// Moves pieces smoothly from where they are drawn to where they are, around the corners between.

const EASE = 28; // milliseconds; time constant of a piece that follows the pointer

/** The places `[x, y]` at which pieces are drawn, in cells. `put(piece, x, y)` draws a piece. */
export class Animator {
  constructor(put) {
    this.put = put;
    this.shown = new Map();
    this.routes = new Map();
    this.frame = 0;
  }

  /** Draw a piece at a place at once. */
  set(piece, place) {
    this.routes.delete(piece);
    this.shown.set(piece, place);
    this.put(piece, ...place);
  }

  /** Send a piece to a place. It passes the corners that are still ahead; with `corner`, the place becomes one. */
  follow(piece, place, corner = false) {
    const route = (this.routes.get(piece) ?? []).filter((point) => point.corner);
    route.push({ place, corner });
    const from = this.shown.get(piece);
    while (route.length > 1 && gap(from, route[1].place) < 0.75) route.shift();
    this.routes.set(piece, route);
    this.last ??= performance.now();
    this.frame ||= requestAnimationFrame((now) => this.tick(now));
  }

  tick(now) {
    const part = 1 - Math.exp(-Math.max(4, now - this.last) / EASE);
    this.last = now;
    this.frame = 0;
    for (const [piece, route] of this.routes) this.advance(piece, route, part);
    if (this.routes.size) this.frame = requestAnimationFrame((next) => this.tick(next));
    else this.last = null;
  }

  advance(piece, route, part) {
    let from = this.shown.get(piece);
    let length = 0;
    route.forEach(({ place }, at) => {
      length += gap(at ? route[at - 1].place : from, place);
    });
    let left = length < 0.01 ? Infinity : length * part;
    while (route.length) {
      const { place } = route[0];
      const far = gap(from, place);
      if (far > left) {
        from = from.map((at, axis) => at + ((place[axis] - at) * left) / far);
        break;
      }
      left -= far;
      from = place;
      route.shift();
    }
    this.shown.set(piece, from);
    this.put(piece, ...from);
    if (!route.length) this.routes.delete(piece);
  }

  /** Move pieces along their lists of points, all at the same time. */
  async animate(points, milliseconds, signal) {
    const began = performance.now();
    for (const piece of points.keys()) this.routes.delete(piece);
    for (;;) {
      const now = await new Promise(requestAnimationFrame);
      const part = signal?.aborted ? 1 : Math.min(1, Math.max(0, now - began) / milliseconds);
      const eased = part * part * (3 - 2 * part);
      for (const [piece, route] of points) {
        const along = eased * (route.length - 1);
        const leg = Math.min(Math.floor(along), route.length - 2);
        const place = route[leg].map((at, axis) => at + (route[leg + 1][axis] - at) * (along - leg));
        this.shown.set(piece, place);
        this.put(piece, ...place);
      }
      if (part === 1) return;
    }
  }
}

function gap([x, y], [u, v]) {
  return Math.max(Math.abs(x - u), Math.abs(y - v));
}
