/** A point on the canvas: x and y in samples, and a depth that grows away from the eye. */
export type CanvasPoint = readonly [x: number, y: number, depth: number];

/**
 * Triangles and lines drawn by the processor into a grid of samples, each with its depth: no browser, no graphics driver, the same
 * picture on every machine. What a sample shows is a number of the caller's, such as a triangle's; −1 is the background.
 */
export class Raster {
  readonly width: number;
  readonly height: number;
  readonly depths: Float64Array;
  readonly shown: Int32Array;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.depths = new Float64Array(width * height);
    this.shown = new Int32Array(width * height);
    this.clear();
  }

  clear(): void {
    this.depths.fill(Number.POSITIVE_INFINITY);
    this.shown.fill(-1);
  }

  /** `bias` brings the triangle nearer to the eye, for surfaces that lie in others. */
  fillTriangle(
    [ax, ay, az]: CanvasPoint,
    [bx, by, bz]: CanvasPoint,
    [cx, cy, cz]: CanvasPoint,
    show: number,
    bias = 0,
  ) {
    const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    if (area === 0 || !Number.isFinite(area)) return;
    const left = Math.max(0, Math.floor(Math.min(ax, bx, cx)));
    const right = Math.min(this.width, Math.ceil(Math.max(ax, bx, cx)));
    const top = Math.max(0, Math.floor(Math.min(ay, by, cy)));
    const bottom = Math.min(this.height, Math.ceil(Math.max(ay, by, cy)));
    for (let y = top; y < bottom; y++) {
      for (let x = left; x < right; x++) {
        const [px, py] = [x + 0.5, y + 0.5];
        const a = ((bx - px) * (cy - py) - (by - py) * (cx - px)) / area;
        const b = ((cx - px) * (ay - py) - (cy - py) * (ax - px)) / area;
        const c = 1 - a - b;
        if (a < 0 || b < 0 || c < 0) continue;
        this.#set(x, y, a * az + b * bz + c * cz - bias, show);
      }
    }
  }

  /** A line some samples wide. */
  drawLine([ax, ay, az]: CanvasPoint, [bx, by, bz]: CanvasPoint, show: number, width: number, bias = 0): void {
    const length = Math.max(Math.abs(bx - ax), Math.abs(by - ay));
    if (!Number.isFinite(length) || length > 8 * (this.width + this.height)) return;
    const steps = Math.max(1, Math.ceil(length));
    const half = (width - 1) / 2;
    for (let i = 0; i <= steps; i++) {
      const t = i / steps;
      const [x, y, depth] = [ax + t * (bx - ax), ay + t * (by - ay), az + t * (bz - az) - bias];
      for (let j = Math.round(y - half); j <= Math.round(y + half); j++) {
        for (let k = Math.round(x - half); k <= Math.round(x + half); k++) {
          if (j >= 0 && j < this.height && k >= 0 && k < this.width) this.#set(k, j, depth, show);
        }
      }
    }
  }

  #set(x: number, y: number, depth: number, show: number): void {
    const at = y * this.width + x;
    if (!(depth < this.depths[at])) return;
    this.depths[at] = depth;
    this.shown[at] = show;
  }
}
