import { GrowingIndices } from './growing-array.ts';

/**
 * Cuts polygons into triangles, all from the first corner, and remembers which polygon each triangle came from.
 * Faces with fewer than three corners are left out and counted.
 */
export class PolygonFan {
  readonly triangles = new GrowingIndices();
  /** Faces begun, those left out included. */
  faceCount = 0;
  /** Faces left out because they have fewer than three corners. */
  skipped = 0;
  private faces: GrowingIndices | undefined;
  private first = 0;
  private previous = 0;
  private corners = 0;

  get triangleCount(): number {
    return this.triangles.length / 3;
  }

  begin(): void {
    this.corners = 0;
  }

  add(vertex: number): void {
    const { corners } = this;
    if (corners === 0) this.first = vertex;
    if (corners >= 2) {
      if (corners === 3) this.startFaces();
      this.triangles.push(this.first);
      this.triangles.push(this.previous);
      this.triangles.push(vertex);
      this.faces?.push(this.faceCount);
    }
    this.previous = vertex;
    this.corners = corners + 1;
  }

  end(): void {
    if (this.corners < 3) {
      this.startFaces();
      this.skipped++;
    }
    this.faceCount++;
  }

  /** Counts a face that is no polygon, so that later ones keep their number. */
  skipFace(): void {
    this.startFaces();
    this.faceCount++;
  }

  /** Triangle → face; undefined while every face is one triangle. */
  faceOf(): Uint32Array | undefined {
    return this.faces?.toArray();
  }

  private startFaces(): void {
    if (this.faces) return;
    this.faces = new GrowingIndices(this.triangles.length / 3 + 16);
    for (let t = 0; t < this.triangleCount; t++) this.faces.push(t);
  }
}
