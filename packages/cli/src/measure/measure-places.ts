import { DUPLICATE, FOLDED, INTERSECTION } from '../detect/finding-kinds.ts';
import { trianglesAtContact } from '../detect/frame-contacts.ts';
import type { FrameFindings } from '../detect/frame-findings.ts';
import type { PreparedMesh } from '../detect/prepared-mesh.ts';
import { findCrossings, type Segment } from './crossings.ts';
import { PlaceDepths } from './place-depths.ts';
import { DEEP_SHARE, HAIRLINE_SHARE, LONG_SHARE, type MeasuredPlace, type PlaceMeasure } from './place-measure.ts';
import { contactVertices, crossesStrictly, leastWayOut } from './strict-crossings.ts';
import { areaOf } from './way-back.ts';

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
  // by place: the most that a single edge has to move; undefined if none passes strictly through a triangle
  const wayOut: (number | undefined)[] = [];
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
      const [a, b, corners] = contactVertices(mesh.triangles, findings.halfEdge[i], t);
      if (crossesStrictly(positions, a, b, corners)) {
        wayOut[place] = Math.max(wayOut[place] ?? 0, leastWayOut(positions, a, b, corners));
      }
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
  const depths = new PlaceDepths(facts, around, crossings, size);
  const segmentsAt = new Map<number, Segment[]>();
  for (const segment of crossings.segments) {
    for (const t of [segment.s, segment.t]) {
      const list = segmentsAt.get(t);
      if (list) list.push(segment);
      else segmentsAt.set(t, [segment]);
    }
  }

  const measureOne = (own: ReadonlySet<number>, place: number, segments: readonly Segment[]): PlaceMeasure => {
    const flat = lyingArea[place];
    const least = wayOut[place];
    const depth = depths.find(own, segments, least);
    // vertices that were moved by a hair make crossings where surfaces only lie on each other
    if (least === undefined && !depth.overlaps) {
      const area = flat > 0 ? { area: flat } : {};
      const zero = { depth: 0, depthAtLeast: 0, depthAtMost: 0, depthMethod: 'none', depthKind: 'exact' } as const;
      return {
        severity: 'touching',
        curveLength: 0,
        ...zero,
        ...(depth.closed && { volume: 0 }),
        ...area,
        closed: depth.closed,
      };
    }
    const curveLength = segments.reduce((sum, { from, to }) => sum + Math.hypot(...from.map((x, k) => x - to[k])), 0);
    const { overlaps: _, area, ...said } = depth;
    const all = (area ?? 0) + flat;
    return {
      severity: severityOf(depth.depth, depth.depthMethod === 'crossing', curveLength),
      curveLength,
      ...said,
      ...(area !== undefined || flat > 0 ? { area: all } : {}),
    };
  };
  const severityOf = (depth: number, unknown: boolean, curveLength: number) => {
    if (depth > DEEP_SHARE * diagonal || (unknown && curveLength > LONG_SHARE * diagonal)) return 'deep';
    return !unknown && depth <= HAIRLINE_SHARE * Math.max(diagonal, largest(positions)) ? 'hairline' : 'shallow';
  };
  return trianglesOf.map((own, place) => {
    if (own.size === 0 && lyingArea[place] === 0) return undefined;
    const segments = new Set<Segment>();
    for (const t of own) {
      for (const segment of segmentsAt.get(t) ?? []) {
        if (own.has(segment.s) && own.has(segment.t)) segments.add(segment);
      }
    }
    return { measure: measureOne(own, place, [...segments]), curve: [...segments] };
  });
}

/** 1, or a power of two that brings coordinates up to `size` to where products of three are doubles. */
function unitFor(size: number): number {
  const exponent = Math.floor(Math.log2(size));
  return Math.abs(exponent) > 250 && Number.isFinite(exponent) ? 2 ** exponent : 1;
}

/** What is too large for a double cannot be said. */
function inUnit(measure: PlaceMeasure, unit: number): PlaceMeasure {
  const { depth, depthAtLeast, depthAtMost, meanDepth, volume, area, curveLength, ...rest } = measure;
  const said = (name: string, value: number | undefined, scale: number) =>
    value !== undefined && Number.isFinite(value * scale) ? { [name]: value * scale } : {};
  const lost = depth !== undefined && !Number.isFinite(depth * unit);
  return {
    ...rest,
    curveLength: Math.min(curveLength * unit, Number.MAX_VALUE),
    ...said('depth', depth, unit),
    ...said('depthAtLeast', depthAtLeast, unit),
    ...said('depthAtMost', depthAtMost, unit),
    ...said('meanDepth', meanDepth, unit),
    ...said('area', area, unit * unit),
    ...said('volume', volume, unit * unit * unit),
    ...(lost && { depthReason: 'too large for a number' }),
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
