// The visible part of a large picture: scale and shift, changed by wheel, touch and mouse.

export class Camera {
  constructor() {
    Object.assign(this, { scale: 1, x: 0, y: 0, least: 0.1, most: 100 });
  }

  /** Show a whole frame in `width` by `height` pixels. */
  fit({ left, right, top, bottom }, width, height, margin = 24) {
    const room = [width - 2 * margin, height - 2 * margin];
    this.scale = Math.min(room[0] / Math.max(1e-6, right - left), room[1] / Math.max(1e-6, bottom - top));
    if (!Number.isFinite(this.scale)) this.scale = 1;
    this.x = width / 2 - ((left + right) / 2) * this.scale;
    this.y = height / 2 - ((top + bottom) / 2) * this.scale;
    this.least = this.scale * 0.5;
    this.most = this.scale * 120;
  }

  to(x, y) {
    return [x * this.scale + this.x, y * this.scale + this.y];
  }

  pan(dx, dy) {
    this.x += dx;
    this.y += dy;
  }

  /** Zoom about a fixed point. */
  zoom(by, x, y) {
    const scale = Math.max(this.least, Math.min(this.most, this.scale * by));
    const ratio = scale / this.scale;
    this.x = x - (x - this.x) * ratio;
    this.y = y - (y - this.y) * ratio;
    this.scale = scale;
  }

  copy() {
    return { scale: this.scale, x: this.x, y: this.y };
  }
}

/**
 * Let an element be panned and zoomed. Calls `changed()` after each change of the camera, `hovered(x, y)` for a mouse
 * without a button down (no arguments when it leaves), and `clicked(x, y, pointerType)` for a press without motion.
 */
export function gestures(element, camera, { changed, hovered, clicked }) {
  const held = new Map();
  let far = 0;
  const local = (event) => {
    const { left, top } = element.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  };
  element.addEventListener("pointerdown", (event) => {
    if (event.button > 0) return;
    if (!held.size) far = 0;
    held.set(event.pointerId, local(event));
    element.setPointerCapture(event.pointerId);
  });
  element.addEventListener("pointermove", (event) => {
    const now = local(event);
    if (!held.has(event.pointerId)) return event.pointerType === "mouse" ? hovered(...now) : undefined;
    const before = held.get(event.pointerId);
    const [dx, dy] = [now[0] - before[0], now[1] - before[1]];
    far += Math.abs(dx) + Math.abs(dy);
    const other = [...held].find(([id]) => id !== event.pointerId)?.[1];
    held.set(event.pointerId, now);
    if (far < 5) return;
    if (other) {
      const apart = (point) => Math.hypot(point[0] - other[0], point[1] - other[1]) || 1;
      camera.pan(dx / 2, dy / 2);
      camera.zoom(apart(now) / apart(before), (now[0] + other[0]) / 2, (now[1] + other[1]) / 2);
    } else camera.pan(dx, dy);
    changed();
  });
  const drop = (event) => {
    const was = held.delete(event.pointerId);
    if (was && event.type === "pointerup" && !held.size && far < 5) clicked(...local(event), event.pointerType);
  };
  element.addEventListener("pointerup", drop);
  element.addEventListener("pointercancel", drop);
  element.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && hovered());
  element.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const lines = event.deltaMode === 1 ? 16 : 1;
      camera.zoom(Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0016)), ...local(event));
      changed();
    },
    { passive: false },
  );
}
