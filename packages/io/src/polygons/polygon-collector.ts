import { countOf, wereSkipped } from '../count-of.ts';
import { GrowingIndices } from '../growing-array.ts';
import type { Polygons } from '../model.ts';
import { cutPolygon, MAX_CORNERS } from './cut-polygon.ts';

export interface CutFaces {
  readonly triangles: Uint32Array;
  /** Triangle → face; undefined if every face is one triangle. */
  readonly faces: Uint32Array | undefined;
  /** Undefined if no face has more than three corners. */
  readonly polygons: Polygons | undefined;
}

/**
 * Takes faces corner by corner, and cuts those with more than three into triangles once all vertices are known: where to cut depends on
 * them, and a file may name corners before their vertices. Faces with fewer than three corners are left out and counted.
 */
export class PolygonCollector {
  /** What {@link cut} will give: a face of n corners becomes n − 2 triangles. */
  triangleCount = 0;
  /** Faces left out because they have fewer than three corners. */
  skipped = 0;
  private huge = 0;
  private readonly corners = new GrowingIndices();
  /** Faces begun, those left out included. */
  private faceCount = 0;
  /** Of every face kept: its number, and where its corners end. Kept only once a face is not simply the next triangle. */
  private kept: { readonly number: GrowingIndices; readonly end: GrowingIndices } | undefined;
  private start = 0;

  begin(): void {
    this.start = this.corners.length;
  }

  add(vertex: number): void {
    this.corners.push(vertex);
  }

  end(): void {
    const size = this.corners.length - this.start;
    if (size !== 3) this.keepNumbers();
    if (size < 3) {
      this.corners.length = this.start;
      this.skipped++;
    } else {
      this.kept?.number.push(this.faceCount);
      this.kept?.end.push(this.corners.length);
      this.triangleCount += size - 2;
      if (size > MAX_CORNERS) this.huge++;
    }
    this.faceCount++;
  }

  /** `positions` of all vertices that corners name. */
  cut(positions: Float64Array): CutFaces {
    const corners = this.corners.toArray();
    if (!this.kept) return { triangles: corners, faces: undefined, polygons: undefined };
    const numbers = this.kept.number.toArray();
    const ends = this.kept.end.toArray();
    const triangles = new Uint32Array(3 * this.triangleCount);
    const faces = new Uint32Array(this.triangleCount);
    const facts = { count: 0, concave: 0, notPlanar: 0 };
    let to = 0;
    for (let f = 0; f < ends.length; f++) {
      const start = f === 0 ? 0 : ends[f - 1];
      faces.fill(numbers[f], to / 3, to / 3 + ends[f] - start - 2);
      if (ends[f] - start === 3) {
        for (let i = start; i < ends[f]; i++) triangles[to++] = corners[i];
        continue;
      }
      const own = Array.from(corners.subarray(start, ends[f]));
      const { triangles: places, concave, planar } = cutPolygon(own, positions);
      for (const place of places) triangles[to++] = own[place];
      facts.count++;
      if (concave) facts.concave++;
      if (!planar) facts.notPlanar++;
    }
    return { triangles, faces, polygons: facts.count > 0 ? { ...facts, corners, ends } : undefined };
  }

  /** Sentences about faces left out or not cut with care. */
  warnings(): string[] {
    const warnings: string[] = [];
    if (this.skipped > 0) warnings.push(wereSkipped(this.skipped, 'face', ' with fewer than three corners'));
    if (this.huge > 0) {
      const were = this.huge === 1 ? 'was cut from one corner' : 'were cut from one corner each';
      warnings.push(
        `${countOf(this.huge, 'face')} with more than ${MAX_CORNERS.toLocaleString('en-US')} corners ${were}.`,
      );
    }
    return warnings;
  }

  private keepNumbers(): void {
    if (this.kept) return;
    this.kept = { number: new GrowingIndices(), end: new GrowingIndices() };
    for (let f = 0; f < this.faceCount; f++) {
      this.kept.number.push(f);
      this.kept.end.push(3 * f + 3);
    }
  }
}
