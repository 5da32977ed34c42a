import { FINDING_KINDS, IMPACT, INTERSECTION } from './finding-kinds.ts';
import { type FindingPart, pickPart, WHOLE } from './finding-part.ts';
import { trianglesAtContact } from './frame-contacts.ts';
import { pairsAtImpact } from './frame-impacts.ts';
import { IgnoredPairs, type IgnoreRule } from './ignore-rules.ts';
import type { PreparedMesh } from './prepared-mesh.ts';
import { KnownCells, type KnownPlaces } from './surface-cells.ts';
import type { Scope } from './triangle-pair.ts';

/** What is left of findings of one kind, and how many rules and a baseline took out. */
export interface Remaining {
  readonly part: FindingPart;
  readonly suppressed: number;
  readonly known: number;
}

export interface LeaveOutOptions {
  readonly ignore?: readonly IgnoreRule[];
  readonly known?: KnownPlaces;
  readonly scope: Scope;
}

/** Takes out what rules of the user name, and what a baseline has. */
export class LeaveOut {
  readonly #options: LeaveOutOptions;
  readonly #known: KnownCells | undefined;
  readonly #ignored = new WeakMap<PreparedMesh, IgnoredPairs>();

  constructor(options: LeaveOutOptions) {
    this.#options = options;
    this.#known = options.known && new KnownCells(options.known);
  }

  /** Whether anything may be taken out: a search must not stop early then. */
  get isActive(): boolean {
    return this.#known !== undefined || (this.#options.ignore?.length ?? 0) > 0;
  }

  /** `rest` is the pose in which a baseline names places. */
  apply(
    mesh: PreparedMesh,
    positions: Float64Array,
    rest: Float64Array,
    kind: number,
    part: FindingPart,
    limit: number,
  ): Remaining {
    if (!this.isActive || part.count === 0) return { part, suppressed: 0, known: 0 };
    const counted = this.#withoutIgnored(mesh, kind, part);
    const left = this.#known ? this.#withoutKnown(mesh, positions, rest, kind, counted, this.#known) : counted;
    const all = Uint32Array.from({ length: Math.min(left.count, limit) }, (_, i) => i);
    return {
      part: pickPart(left, all, left.truncated || all.length < left.count),
      suppressed: part.count - counted.count,
      known: counted.count - left.count,
    };
  }

  #withoutIgnored(mesh: PreparedMesh, kind: number, part: FindingPart): FindingPart {
    const { ignore = [], scope } = this.#options;
    if (ignore.length === 0) return part;
    const pairs = this.#ignored.get(mesh) ?? new IgnoredPairs(mesh.model, mesh.labels, ignore);
    this.#ignored.set(mesh, pairs);
    const kept: number[] = [];
    for (let i = 0; i < part.count; i++) {
      // a contact of several pairs of triangles is left out only if every one of them is
      if (!pairsOf(mesh, kind, part, i, scope).every(([s, t]) => pairs.has(s, t))) kept.push(i);
    }
    return pickPart(part, Uint32Array.from(kept));
  }

  #withoutKnown(
    mesh: PreparedMesh,
    positions: Float64Array,
    rest: Float64Array,
    kind: number,
    part: FindingPart,
    known: KnownCells,
  ): FindingPart {
    const kept: number[] = [];
    known.cells.find(mesh, positions, rest, part).forEach((place, i) => {
      if (!known.has(FINDING_KINDS[kind], place)) kept.push(i);
    });
    return pickPart(part, Uint32Array.from(kept));
  }
}

function pairsOf(mesh: PreparedMesh, kind: number, part: FindingPart, i: number, scope: Scope): [number, number][] {
  const t = part.triangle[i];
  if (kind === INTERSECTION) return trianglesAtContact(mesh, part, i, scope).map((s) => [s, t]);
  if (kind === IMPACT) {
    const secondEdge = part.secondEdge ?? new Uint8Array(part.count).fill(WHOLE);
    return pairsAtImpact(mesh, { ...part, secondEdge }, i, scope).map(({ a, b }) => [a, b]);
  }
  return [[Math.floor(part.halfEdge[i] / 3), t]];
}
