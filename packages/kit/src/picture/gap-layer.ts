import { GreaterDepth, Group, LessEqualDepth } from 'three';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';

/** Width of the line and of the rim around it, CSS pixels. */
const LINE = 1.5;
const RIM = 4;
/** How much is seen of what lies behind the surface. */
const HIDDEN = 0.2;

/** Lines between closest points of pairs that are close: dark with a light rim, so that they are seen on every colour; dimmed where hidden. */
export class GapLayer {
  readonly group = new Group();
  #geometry = new LineSegmentsGeometry();
  #room = 0;
  readonly #lines: LineSegments2[];

  constructor() {
    this.#lines = [GreaterDepth, LessEqualDepth].flatMap((depthFunc) =>
      [
        { linewidth: RIM, color: 0xffffff, opacity: 0.75 },
        { linewidth: LINE, color: 0x101216, opacity: 1 },
      ].map(({ opacity, ...look }) => {
        const strength = depthFunc === GreaterDepth ? HIDDEN * opacity : opacity;
        const nearer = { polygonOffset: true, polygonOffsetFactor: -1, polygonOffsetUnits: -8 };
        const material = { transparent: true, depthWrite: false, depthFunc, ...nearer, opacity: strength, ...look };
        return new LineSegments2(this.#geometry, new LineMaterial(material));
      }),
    );
    this.#lines.forEach((line, i) => {
      line.frustumCulled = false;
      line.renderOrder = 1 + i;
      line.visible = false;
      this.group.add(line);
    });
  }

  /** Two points a line, xyz each. */
  show(lines: Float32Array): void {
    const count = lines.length / 6;
    for (const line of this.#lines) line.visible = count > 0;
    if (count === 0) return;
    if (count > this.#room) {
      // room to spare, so that growing contact does not allocate every frame
      this.#room = Math.ceil(1.5 * count);
      this.#geometry.dispose();
      this.#geometry = new LineSegmentsGeometry().setPositions(new Float32Array(6 * this.#room));
      for (const line of this.#lines) line.geometry = this.#geometry;
    }
    const { data } = this.#geometry.attributes.instanceStart as unknown as {
      data: { array: Float32Array; needsUpdate: boolean };
    };
    data.array.set(lines);
    data.needsUpdate = true;
    this.#geometry.instanceCount = count;
  }
}
