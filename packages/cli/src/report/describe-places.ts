import { FINDING_KINDS, type FindingKind } from '../detect/finding-kinds.ts';
import type { PlaceResult } from '../detect/frame-result.ts';
import { type PlaceMeasure, SEVERITIES } from '../measure/place-measure.ts';
import { describeContact } from './describe-contact.ts';
import type { FileSummary, WorstFrame } from './file-summary.ts';
import { formatPoint, formatSize, plural, type Scale } from './format-number.ts';

/** A place in the worst frame of a file, in words that every report uses. */
export interface DescribedPlace {
  readonly kind: FindingKind;
  readonly place: PlaceResult;
  readonly frame: number;
  /** `left forearm and right thigh: 12 findings near (0, 1, 0), for example edge 2–3 of face 1 meets face 2`. */
  readonly text: string;
}

/** The places of a frame that are known, the worst first. */
export function describePlacesOf(summary: FileSummary, worst: WorstFrame, limit: number): DescribedPlace[] {
  const objects = worst.ownObjects ?? summary.header.objects;
  const where = summary.header.frameCount > 1 ? ` in ${summary.frameLabel(worst.frame)}` : '';
  return [...worst.places]
    .sort(byMeasure)
    .slice(0, limit)
    .map((place) => {
      const { contacts, center, name, example, exampleKind, measure } = place;
      const found = describeContact(example, 0, exampleKind, objects, summary.header.proximity);
      const severity = measure ? `${describeMeasure(measure, summary.header)}: ` : '';
      const text = `${severity}${name}${where}: ${plural(contacts, 'finding')} near ${formatPoint(center)}, for example ${found}`;
      return { kind: FINDING_KINDS[exampleKind], place, frame: worst.frame, text };
    });
}

/** `deep, at least 12 mm (0.8 % of its size)`, `touching`. */
export function describeMeasure(measure: PlaceMeasure, scale: Scale): string {
  const { severity, depth } = measure;
  return depth === undefined || depth === 0 ? severity : `${severity}, ${boundOf(measure)}${formatSize(depth, scale)}`;
}

/** `≥ 12 mm (0.8 % of its size)`, for a column. */
export function formatDepth(measure: PlaceMeasure, scale: Scale): string {
  const { depth, depthKind, depthMethod } = measure;
  if (depth === undefined || depth === 0) return '';
  const bound = depthKind === 'exact' ? '' : depthMethod === 'way back' ? '≤ ' : '≥ ';
  return bound + formatSize(depth, scale);
}

function boundOf({ depthKind, depthMethod }: PlaceMeasure): string {
  return depthKind === 'exact' ? '' : depthMethod === 'way back' ? 'at most ' : 'at least ';
}

/** `deep: depth at least 12 mm (0.8 % of its size) (mean 0.004), volume 1.3e-6, area 0.0021, crossing 0.11 long`, as far as it is known. */
export function describeMeasureWhole(measure: PlaceMeasure, scale: Scale): string {
  const { severity, depth, depthReason, meanDepth, volume, area, curveLength } = measure;
  const number = (value: number) => String(Number(value.toPrecision(3)));
  const mean = meanDepth ? ` (mean ${number(meanDepth)})` : '';
  const why = depthReason ? ` (${depthReason})` : '';
  const parts = [
    depth
      ? `depth ${boundOf(measure)}${formatSize(depth, scale)}${mean}${why}`
      : depthReason
        ? `depth unknown${why}`
        : '',
    volume ? `volume ${number(volume)}` : '',
    area ? `area ${number(area)}` : '',
    curveLength > 0 ? `crossing ${number(curveLength)} long` : '',
  ].filter((part) => part !== '');
  return parts.length > 0 ? `${severity}: ${parts.join(', ')}` : severity;
}

/** The worst first: by severity, then depth, then findings. What was not measured comes last. */
export function byMeasure(a: MeasuredFindings, b: MeasuredFindings): number {
  const rank = ({ measure }: MeasuredFindings) => (measure ? SEVERITIES.indexOf(measure.severity) : -1);
  return rank(b) - rank(a) || (b.measure?.depth ?? 0) - (a.measure?.depth ?? 0) || b.contacts - a.contacts;
}

type MeasuredFindings = Pick<PlaceResult, 'measure' | 'contacts'>;
