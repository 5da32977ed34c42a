import { DUPLICATE, FOLDED, INTERSECTION } from '../detect/finding-kinds.ts';
import { trianglesAtContact } from '../detect/frame-contacts.ts';
import type { FrameFindings } from '../detect/frame-findings.ts';
import type { PreparedMesh } from '../detect/prepared-mesh.ts';
import { findCrossings, JITTER, type Segment } from './crossings.ts';
import { areaOf, FlapFinder } from './flap-depth.ts';
import { type Overlap, OverlapFinder } from './overlap.ts';

/** `touching`: nothing goes through. `deep`: deeper than {@link DEEP_SHARE} of the model. */
export type Severity = 'touching' | 'shallow' | 'deep';

/** How bad a place is, in the file's unit. Undefined: cannot be said. Plain data. */
export interface PlaceMeasure {
  readonly severity: Severity;
  /** Of the line in which the surface crosses itself there. */
  readonly curveLength: number;
  /** The deepest point, and the mean over all vertices that are inside. */
  readonly depth?: number;
  readonly meanDepth?: number;
  /** Of what overlaps; closed surfaces only. */
  readonly volume?: number;
  /** Of the surface that is inside, or gone through; of folded and doubled faces what lies on another. */
  readonly area?: number;
  /** For the deep: true if closed surfaces overlap, false if a part of an open one has gone through. */
  readonly closed: boolean;
}

/** Deeper than this share of the diagonal is deep. */
export const DEEP_SHARE = 0.005;
/** Where the depth cannot be said, a crossing longer than this share of the diagonal counts as deep. */
const LONG_SHARE = 0.05;
/** Far above what moving vertices by a hair can make, far below what anyone would mend: such depths are 0. */
const NOTHING_SHARE = 1e3 * JITTER;

/** A place with the line in which the surface crosses itself there. */
export interface MeasuredPlace {
  readonly measure: PlaceMeasure;
  readonly curve: readonly Segment[];
}

/**
 * Measures the first `limit` places of a frame. Places where triangles are merely near, or meet only later, are left out. Coordinates so large or
 * small that products of three leave the range of doubles are measured at another scale.
 */
export function measurePlaces(
  mesh: PreparedMesh,
  positions: Float64Array,
  findings: FrameFindings,
  placeOf: Uint32Array,
  limit: number,
  diagonal: number,
): (MeasuredPlace | undefined)[] {
  const unit = unitFor(Math.max(diagonal, largest(positions)));
  if (unit !== 1) {
    const scaled = positions.map((x) => x / unit);
    return measurePlaces(mesh, scaled, findings, placeOf, limit, diagonal / unit).map(
      (place) => place && { measure: inUnit(place.measure, unit), curve: place.curve.map(asIn(unit)) },
    );
  }
  const trianglesOf: Set<number>[] = [];
  const lyingArea: number[] = [];
  for (let i = 0; i < findings.count; i++) {
    const place = placeOf[i];
    if (place >= limit) continue;
    trianglesOf[place] ??= new Set();
    lyingArea[place] ??= 0;
    const [s, t] = [Math.floor(findings.halfEdge[i] / 3), findings.triangle[i]];
    const kind = findings.kind[i];
    if (kind === INTERSECTION) {
      for (const each of trianglesAtContact(mesh, findings, i, 'all')) trianglesOf[place].add(each);
      trianglesOf[place].add(t);
    } else if (kind === FOLDED || kind === DUPLICATE) {
      const area = (each: number) => areaOf(positions, Array.from(mesh.triangles.subarray(3 * each, 3 * each + 3)));
      lyingArea[place] += Math.min(area(s), area(t));
    }
  }
  if (trianglesOf.length === 0) return [];
  const facts = mesh.surfaceFacts();
  const around = mesh.vertexTriangles();
  const size = diagonal + largest(positions);
  const seeds = new Set(trianglesOf.flatMap((set) => [...set]));
  const crossings = findCrossings(facts, around, positions, size, seeds);
  const finder = new OverlapFinder(facts, around, crossings);
  const flaps = new FlapFinder(facts, around, crossings);
  const overlaps = new Map<string, Overlap[] | undefined>();
  const segmentsAt = new Map<number, Segment[]>();
  for (const segment of crossings.segments) {
    for (const t of [segment.s, segment.t]) {
      const list = segmentsAt.get(t);
      if (list) list.push(segment);
      else segmentsAt.set(t, [segment]);
    }
  }

  const measureOne = (own: ReadonlySet<number>, place: number, segments: ReadonlySet<Segment>): PlaceMeasure => {
    let curveLength = 0;
    for (const { from, to } of segments) curveLength += Math.hypot(...from.map((value, k) => value - to[k]));
    const pairs = new Map<string, [number, number]>();
    for (const { s, t } of segments) {
      const [a, b] = [facts.pieceOf[s], facts.pieceOf[t]].sort((p, q) => p - q);
      pairs.set(`${a} ${b}`, [a, b]);
    }
    const regions = new Set<Overlap>();
    let closed = pairs.size > 0;
    for (const [key, [a, b]] of pairs) {
      if (!overlaps.has(key)) overlaps.set(key, facts.closed[a] && facts.closed[b] ? finder.find(a, b) : undefined);
      const found = overlaps.get(key);
      if (!found) closed = false;
      for (const region of found ?? []) if (region.triangles.some((t) => own.has(t))) regions.add(region);
    }
    const flat = lyingArea[place] > 0 ? { area: lyingArea[place] } : {};
    const nothing = NOTHING_SHARE * size;
    if (segments.size === 0)
      return { severity: 'touching', curveLength: 0, depth: 0, meanDepth: 0, closed: false, ...flat };
    if (closed) {
      const all = [...regions];
      const depth = Math.max(0, ...all.map(({ deepest }) => deepest));
      const real = depth > nothing ? depth : 0;
      const volume = all.reduce((sum, each) => sum + each.volume, 0);
      const area = all.reduce((sum, each) => sum + each.area, lyingArea[place]);
      // a body and its copy at the same place: no point of one surface is inside the other, and yet all of them overlaps
      if (real === 0 && volume > nothing * area) return { severity: 'deep', curveLength, volume, area, closed: true };
      return {
        severity: real === 0 ? 'touching' : real > DEEP_SHARE * diagonal ? 'deep' : 'shallow',
        curveLength,
        depth: real,
        meanDepth: real === 0 ? 0 : Math.max(...all.map(({ meanDepth }) => meanDepth)),
        volume: real === 0 ? 0 : volume,
        area: real === 0 ? lyingArea[place] : area,
        closed: true,
      };
    }
    const flap = flaps.measure(new Set([...segments].flatMap(({ s, t }) => [s, t])));
    if (!flap) {
      return {
        severity: curveLength > LONG_SHARE * diagonal ? 'deep' : 'shallow',
        curveLength,
        closed: false,
        ...flat,
      };
    }
    const depth = flap.deepest > nothing ? flap.deepest : 0;
    return {
      severity: depth === 0 ? 'touching' : depth > DEEP_SHARE * diagonal ? 'deep' : 'shallow',
      curveLength,
      depth,
      meanDepth: depth === 0 ? 0 : flap.meanDepth,
      area: flap.area + lyingArea[place],
      closed: false,
    };
  };
  return trianglesOf.map((own, place) => {
    if (own.size === 0 && lyingArea[place] === 0) return undefined;
    const segments = new Set<Segment>();
    for (const t of own) {
      for (const segment of segmentsAt.get(t) ?? []) {
        if (own.has(segment.s) && own.has(segment.t)) segments.add(segment);
      }
    }
    return { measure: measureOne(own, place, segments), curve: [...segments] };
  });
}

/** 1, or a power of two that brings coordinates up to `size` to where products of three are doubles. */
function unitFor(size: number): number {
  const exponent = Math.floor(Math.log2(size));
  return Math.abs(exponent) > 250 && Number.isFinite(exponent) ? 2 ** exponent : 1;
}

/** What is too large for a double cannot be said. */
function inUnit({ depth, meanDepth, volume, area, curveLength, ...rest }: PlaceMeasure, unit: number): PlaceMeasure {
  const said = (name: string, value: number | undefined, scale: number) =>
    value !== undefined && Number.isFinite(value * scale) ? { [name]: value * scale } : {};
  return {
    ...rest,
    curveLength: Math.min(curveLength * unit, Number.MAX_VALUE),
    ...said('depth', depth, unit),
    ...said('meanDepth', meanDepth, unit),
    ...said('area', area, unit * unit),
    ...said('volume', volume, unit * unit * unit),
  };
}

const asIn =
  (unit: number) =>
  (segment: Segment): Segment => {
    const point = ([x, y, z]: Segment['from']): Segment['from'] => [x * unit, y * unit, z * unit];
    return { ...segment, from: point(segment.from), to: point(segment.to) };
  };

function largest(positions: Float64Array): number {
  let most = 0;
  for (let i = 0; i < positions.length; i++) most = Math.max(most, Math.abs(positions[i]));
  return most;
}
