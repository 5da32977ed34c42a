import { GrowingFloats } from '../growing-array.ts';
import type { FileNumbers } from '../model.ts';

/** Vertices that the file numbers itself: from 0, from 1, or with gaps and in any order. */
export class TaggedVertices {
  private readonly positions = new GrowingFloats();
  private readonly tags: number[] = [];
  /** Kept only once the tags stop being first, first + 1, … */
  private vertexOf: Map<number, number> | undefined;

  get count(): number {
    return this.tags.length;
  }

  /** False if the tag is taken. */
  add(tag: number, x: number, y: number, z: number): boolean {
    const { tags } = this;
    if (!this.vertexOf && tags.length > 0 && tag !== tags[0] + tags.length) {
      this.vertexOf = new Map(tags.map((known, vertex) => [known, vertex]));
    }
    if (this.vertexOf) {
      if (this.vertexOf.has(tag)) return false;
      this.vertexOf.set(tag, tags.length);
    }
    tags.push(tag);
    this.positions.push3(x, y, z);
    return true;
  }

  /** The vertex with that tag; −1 if there is none. */
  find(tag: number): number {
    if (this.vertexOf) return this.vertexOf.get(tag) ?? -1;
    const vertex = tag - this.tags[0];
    return vertex >= 0 && vertex < this.tags.length ? vertex : -1;
  }

  toPositions(): Float64Array {
    return this.positions.toArray();
  }

  toNumbers(): FileNumbers {
    if (this.vertexOf) return { base: 0, perPart: false, vertices: Float64Array.from(this.tags) };
    return { base: this.tags[0] ?? 0, perPart: false };
  }
}
