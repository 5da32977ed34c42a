import { BufferAttribute, BufferGeometry, Color, LineBasicMaterial, LineSegments } from 'three';
import type { BoxPicture } from '../messages.ts';
import { BOX_COLORS } from './box-colors.ts';

/** The twelve edges of every box. */
export class BoxLines extends LineSegments<BufferGeometry, LineBasicMaterial> {
  constructor() {
    super(new BufferGeometry(), new LineBasicMaterial({ vertexColors: true, transparent: true, opacity: 0.8 }));
    this.frustumCulled = false;
    this.visible = false;
  }

  show(boxes: BoxPicture | null): void {
    this.visible = boxes !== null && boxes.kinds.length > 0;
    if (!boxes) return;
    const { corners, kinds } = boxes;
    const points = new Float32Array(72 * kinds.length);
    const colors = new Float32Array(72 * kinds.length);
    const palette = BOX_COLORS.map((color) => new Color(color));
    let i = 0;
    kinds.forEach((kind, box) => {
      for (let axis = 0; axis < 3; axis++) {
        for (let side = 0; side < 4; side++) {
          for (let end = 0; end < 2; end++) {
            points[i + axis] = corners[6 * box + 3 * end + axis];
            points[i + ((axis + 1) % 3)] = corners[6 * box + 3 * (side & 1) + ((axis + 1) % 3)];
            points[i + ((axis + 2) % 3)] = corners[6 * box + 3 * (side >> 1) + ((axis + 2) % 3)];
            palette[kind].toArray(colors, i);
            i += 3;
          }
        }
      }
    });
    this.geometry.dispose();
    this.geometry = new BufferGeometry()
      .setAttribute('position', new BufferAttribute(points, 3))
      .setAttribute('color', new BufferAttribute(colors, 3));
  }
}
