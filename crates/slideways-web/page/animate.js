// How pieces get from where they are seen to where they are: by the corners between, and not all at once.

const EASE = 28; // milliseconds in which most of the way is made when following a hand

/** The places at which pieces are seen, in cells: `[x, y]`. `put(piece, x, y)` draws one of them. */
export class Trails {
  constructor(put) {
    this.put = put;
    this.seen = new Map();
    this.ways = new Map();
    this.frame = 0;
  }

  /** See a piece at a place, at once. */
  set(piece, place) {
    this.ways.delete(piece);
    this.seen.set(piece, place);
    this.put(piece, ...place);
  }

  /** Let a piece go on to a place, after those it is still to pass; with `corner`, it is to pass it too. */
  follow(piece, place, corner = false) {
    const way = (this.ways.get(piece) ?? []).filter((point) => point.corner);
    way.push({ place, corner });
    const from = this.seen.get(piece);
    while (way.length > 1 && apart(from, way[1].place) < 0.75) way.shift();
    this.ways.set(piece, way);
    this.last ??= performance.now();
    this.frame ||= requestAnimationFrame((now) => this.tick(now));
  }

  tick(now) {
    const part = 1 - Math.exp(-Math.max(4, now - this.last) / EASE);
    this.last = now;
    this.frame = 0;
    for (const [piece, way] of this.ways) this.advance(piece, way, part);
    if (this.ways.size) this.frame = requestAnimationFrame((next) => this.tick(next));
    else this.last = null;
  }

  advance(piece, way, part) {
    let from = this.seen.get(piece);
    let length = 0;
    way.reduce((before, { place }) => ((length += apart(before, place)), place), from);
    let left = length < 0.01 ? Infinity : length * part;
    while (way.length) {
      const { place } = way[0];
      const far = apart(from, place);
      if (far > left) {
        from = from.map((at, axis) => at + ((place[axis] - at) * left) / far);
        break;
      }
      left -= far;
      from = place;
      way.shift();
    }
    this.seen.set(piece, from);
    this.put(piece, ...from);
    if (!way.length) this.ways.delete(piece);
  }

  /** Move pieces along points, all at the same time, in so many milliseconds; `points` has a list for each. */
  async travel(points, milliseconds, signal) {
    const began = performance.now();
    for (const piece of points.keys()) this.ways.delete(piece);
    for (;;) {
      const now = await new Promise(requestAnimationFrame);
      const part = signal?.aborted ? 1 : Math.min(1, Math.max(0, now - began) / milliseconds);
      const eased = part * part * (3 - 2 * part);
      for (const [piece, way] of points) {
        const along = eased * (way.length - 1);
        const leg = Math.min(Math.floor(along), way.length - 2);
        const place = way[leg].map((at, axis) => at + (way[leg + 1][axis] - at) * (along - leg));
        this.seen.set(piece, place);
        this.put(piece, ...place);
      }
      if (part === 1) return;
    }
  }
}

function apart([x, y], [u, v]) {
  return Math.max(Math.abs(x - u), Math.abs(y - v));
}
