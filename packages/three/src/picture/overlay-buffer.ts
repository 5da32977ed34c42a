import { BufferAttribute, BufferGeometry, Color, DynamicDrawUsage } from 'three';

/** Coloured points, two a line or three a triangle, written anew every frame into buffers that only grow. */
export class OverlayBuffer {
  readonly geometry = new BufferGeometry();
  readonly #color = new Color();
  #positions = new Float32Array(0);
  #colors = new Float32Array(0);
  #count = 0;

  clear(): void {
    this.#count = 0;
  }

  /** Colour of the points to come, sRGB. */
  setColor(color: number | readonly [number, number, number]): void {
    if (typeof color === 'number') this.#color.set(color);
    else this.#color.setRGB(color[0], color[1], color[2], 'srgb');
  }

  add(x: number, y: number, z: number): void {
    const i = 3 * this.#count++;
    if (i === this.#positions.length) this.#grow();
    this.#positions[i] = x;
    this.#positions[i + 1] = y;
    this.#positions[i + 2] = z;
    this.#colors[i] = this.#color.r;
    this.#colors[i + 1] = this.#color.g;
    this.#colors[i + 2] = this.#color.b;
  }

  addVertex(positions: ArrayLike<number>, vertex: number): void {
    this.add(positions[3 * vertex], positions[3 * vertex + 1], positions[3 * vertex + 2]);
  }

  addTriangle(positions: ArrayLike<number>, triangles: ArrayLike<number>, triangle: number): void {
    for (let k = 0; k < 3; k++) this.addVertex(positions, triangles[3 * triangle + k]);
  }

  /** Hands what was added to the graphics card. */
  finish(): void {
    this.geometry.setDrawRange(0, this.#count);
    for (const attribute of Object.values(this.geometry.attributes)) attribute.needsUpdate = true;
  }

  get count(): number {
    return this.#count;
  }

  #grow(): void {
    const length = Math.max(3 * 64, 2 * this.#positions.length);
    const positions = new Float32Array(length);
    const colors = new Float32Array(length);
    positions.set(this.#positions);
    colors.set(this.#colors);
    this.#positions = positions;
    this.#colors = colors;
    this.geometry.dispose(); // a buffer on the graphics card cannot grow; three makes a new one at the next draw
    this.geometry.setAttribute('position', new BufferAttribute(positions, 3).setUsage(DynamicDrawUsage));
    this.geometry.setAttribute('color', new BufferAttribute(colors, 3).setUsage(DynamicDrawUsage));
  }
}
