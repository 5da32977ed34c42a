import { BufferAttribute, BufferGeometry, type ColorRepresentation, LineBasicMaterial, LineSegments } from 'three';

/** Thin lines in one colour, seen through what is before them. */
export class LineLayer {
  readonly object: LineSegments<BufferGeometry, LineBasicMaterial>;

  constructor(color: ColorRepresentation) {
    const look = { color, transparent: true, opacity: 0.75, depthTest: false };
    this.object = new LineSegments(new BufferGeometry(), new LineBasicMaterial(look));
    this.object.frustumCulled = false;
    this.object.visible = false;
    this.object.renderOrder = 10;
  }

  /** Two points a line, xyz each. */
  show(lines: Float32Array): void {
    this.object.visible = lines.length > 0;
    if (lines.length === 0) return;
    this.object.geometry.dispose();
    this.object.geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(lines, 3));
  }

  dispose(): void {
    this.object.removeFromParent();
    this.object.geometry.dispose();
    this.object.material.dispose();
  }
}
