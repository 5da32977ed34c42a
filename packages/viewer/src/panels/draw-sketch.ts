import type { LineBundle, PatchSketch, SearchLine } from '../messages.ts';

export const SIZE = 320;
const MARGIN = 26;
/** Top edges have the inside below them, bottom edges above; colours as in the paper. */
const TOP = '#1f8fe0';
const BOTTOM = '#e04545';
const KERNEL = '#26a269';
/** More names than these would cover the drawing. */
const MAX_NAMES = 26;

/** a, b, c … */
export function segmentName(i: number): string {
  return i < MAX_NAMES ? String.fromCharCode(97 + i) : String(i + 1);
}

/**
 * A patch seen along its direction: outline in segments, kernel, a search line with its bounds t and b (star paper, Figure 3), and the
 * bounds of one segment (Figure 5).
 *
 * @param line Place of the search line: 0 vertical, 1 horizontal.
 * @param chosen The segment whose bounds are drawn; −1 for none.
 */
export function drawSketch(sketch: PatchSketch, line: number, chosen: number): SVGSVGElement {
  const { loops, nextLoops, triangles, kernel, searchLines, patch, segments } = sketch;
  const frame = fitFrame([...loops, ...nextLoops, triangles]);
  const svg = node('svg', {
    viewBox: `0 0 ${SIZE} ${SIZE}`,
    class: 'sketch',
    role: 'img',
    'aria-label': `Outline of patch ${patch}, projected`,
  });
  const path: string[] = [];
  for (let i = 0; i < triangles.length; i += 6) {
    path.push(`M${frame.at(triangles, i)}L${frame.at(triangles, i + 2)}L${frame.at(triangles, i + 4)}Z`);
  }
  const faint = { fill: 'currentColor', 'fill-opacity': 0.07, stroke: 'currentColor', 'stroke-opacity': 0.14 };
  svg.append(node('path', { d: path.join(''), ...faint, 'stroke-width': 0.5 }));
  if (kernel.length > 0) {
    const points = Array.from({ length: kernel.length / 2 }, (_, i) => frame.at(kernel, 2 * i)).join(' ');
    svg.append(node('polygon', { points, fill: KERNEL, 'fill-opacity': 0.4, stroke: KERNEL, class: 'kernel' }));
  }
  // where the outline is in the next frame
  for (const loop of nextLoops) {
    const points = Array.from({ length: loop.length / 2 }, (_, i) => frame.at(loop, 2 * i)).join(' ');
    const look = { fill: 'none', stroke: 'currentColor', 'stroke-dasharray': '2 3', class: 'next-outline' };
    svg.append(node('polygon', { points, ...look }));
  }
  const searched = searchLines[line];
  if (!searched) return svg;
  drawLine(svg, searched, frame);
  segments.forEach((segment, i) => {
    drawSegment(svg, segment.points, searched.vertical, i === chosen, frame);
  });
  if (chosen >= 0) {
    const { top, bottom } = segments[chosen].bounds[line];
    for (const bundle of [top, bottom]) if (bundle) drawBundle(svg, bundle, searched, frame);
  }
  drawBound(svg, searched, searched.top, TOP, 't', frame);
  drawBound(svg, searched, searched.bottom, BOTTOM, 'b', frame);
  if (segments.length <= MAX_NAMES) {
    segments.forEach(({ points }, i) => {
      drawName(svg, points, segmentName(i), i === chosen, frame);
    });
  }
  return svg;
}

/** Edges with the inside below are blue, those with it above red; for a horizontal line, left and right of them. */
function drawSegment(svg: SVGSVGElement, points: Float64Array, vertical: boolean, chosen: boolean, frame: Frame): void {
  const parts = { [TOP]: '', [BOTTOM]: '' };
  for (let i = 0; i + 3 < points.length; i += 2) {
    const isTop = vertical ? points[i + 2] < points[i] : points[i + 3] > points[i + 1];
    parts[isTop ? TOP : BOTTOM] += `M${frame.at(points, i)}L${frame.at(points, i + 2)}`;
  }
  const look = { fill: 'none', 'stroke-linecap': 'round', class: 'outline', 'stroke-width': chosen ? 3.2 : 1.6 };
  for (const [stroke, d] of Object.entries(parts)) if (d) svg.append(node('path', { d, stroke, ...look }));
  svg.append(node('circle', { ...frame.center(points, 0), r: 2.4, fill: 'currentColor', class: 'segment-end' }));
}

/** Outside, beside its middle. The outside is to the right of where a segment runs. */
function drawName(svg: SVGSVGElement, points: Float64Array, name: string, chosen: boolean, frame: Frame): void {
  const middle = 2 * Math.floor((points.length / 2 - 1) / 2);
  const { cx, cy } = frame.center(points, middle);
  const before = frame.center(points, Math.max(0, middle - 2));
  const after = frame.center(points, Math.min(points.length - 2, middle + 2));
  const length = Math.hypot(after.cx - before.cx, after.cy - before.cy) || 1;
  const x = cx - (11 * (after.cy - before.cy)) / length;
  const y = cy + (11 * (after.cx - before.cx)) / length;
  const look = { 'text-anchor': 'middle', 'dominant-baseline': 'central', 'font-size': 12, fill: 'currentColor' };
  const text = node('text', { x, y, ...look, ...(chosen ? { 'font-weight': 700 } : { 'fill-opacity': 0.7 }) });
  text.textContent = name;
  svg.append(text);
}

function drawLine(svg: SVGSVGElement, { vertical, at }: SearchLine, frame: Frame): void {
  const across = vertical ? frame.x(at) : frame.y(at);
  const ends = vertical ? { x1: across, x2: across, y1: 0, y2: SIZE } : { x1: 0, x2: SIZE, y1: across, y2: across };
  const look = { stroke: 'currentColor', 'stroke-opacity': 0.5, 'stroke-dasharray': '4 4', class: 'search-line' };
  svg.append(node('line', { ...ends, ...look }));
}

/** Where lines of edges cut the search line; at the rim if that is outside of the drawing. */
function drawBound(
  svg: SVGSVGElement,
  line: SearchLine,
  value: number,
  fill: string,
  name: string,
  frame: Frame,
): void {
  if (!Number.isFinite(value)) return;
  const inside = (place: number) => Math.min(SIZE - 5, Math.max(5, place));
  const cx = inside(frame.x(line.vertical ? line.at : value));
  const cy = inside(frame.y(line.vertical ? value : line.at));
  svg.append(node('circle', { cx, cy, r: 4.5, fill, class: 'bound' }));
  const x = Math.min(SIZE - 12, cx + 7);
  const text = node('text', { x, y: Math.max(12, cy - 6), fill, 'font-size': 14, 'font-weight': 700 });
  text.textContent = name;
  svg.append(text);
}

/** Three straight pieces, far beyond the drawing on both sides, and where they cut the search line. */
function drawBundle(svg: SVGSVGElement, bundle: LineBundle, { vertical, at }: SearchLine, frame: Frame): void {
  const place = (u: number, v: number) => (vertical ? [frame.x(u), frame.y(v)] : [frame.x(v), frame.y(-u)]);
  const { lowU, highU } = bundle;
  const points = [lowU - frame.width, lowU, highU, highU + frame.width].map((u) => place(u, bundleAt(bundle, u)));
  const look = { fill: 'none', stroke: KERNEL, 'stroke-width': 1.4, class: 'bundle' };
  svg.append(node('polyline', { points: points.map((point) => point.join(' ')).join(' '), ...look }));
  const u = vertical ? at : -at;
  const [cx, cy] = place(u, bundleAt(bundle, u));
  svg.append(node('circle', { cx, cy, r: 3, fill: KERNEL }));
}

export interface Frame {
  /** Of what is drawn, in the plane's own unit. */
  readonly width: number;
  x(value: number): number;
  y(value: number): number;
  at(points: Float64Array, i: number): string;
  center(points: Float64Array, i: number): { cx: number; cy: number };
}

/** Fits all points into the drawing, y up. */
export function fitFrame(lists: readonly Float64Array[]): Frame {
  let [lowX, lowY, highX, highY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const list of lists) {
    for (let i = 0; i < list.length; i += 2) {
      lowX = Math.min(lowX, list[i]);
      highX = Math.max(highX, list[i]);
      lowY = Math.min(lowY, list[i + 1]);
      highY = Math.max(highY, list[i + 1]);
    }
  }
  const width = Math.max(highX - lowX, highY - lowY) || 1;
  const scale = (SIZE - 2 * MARGIN) / width;
  const x = (value: number) => SIZE / 2 + scale * (value - (lowX + highX) / 2);
  const y = (value: number) => SIZE / 2 - scale * (value - (lowY + highY) / 2);
  const center = (points: Float64Array, i: number) => ({ cx: x(points[i]), cy: y(points[i + 1]) });
  const at = (points: Float64Array, i: number) => `${x(points[i]).toFixed(1)} ${y(points[i + 1]).toFixed(1)}`;
  return { width, x, y, at, center };
}

export function node<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Record<string, string | number>,
): SVGElementTagNameMap[K] {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  return made;
}

/** The bound of a bundle of lines at u: three straight pieces. */
export function bundleAt({ lowU, lowV, highU, highV, before, after }: LineBundle, u: number): number {
  if (u <= lowU) return lowV + before * (u - lowU);
  if (u >= highU) return highV + after * (u - highU);
  return lowV + ((u - lowU) / (highU - lowU)) * (highV - lowV);
}
