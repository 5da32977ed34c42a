import { FINDING_KINDS, type FindingKind } from '../detect/finding-kinds.ts';
import type { PlaceResult } from '../detect/frame-result.ts';
import { type PlaceMeasure, SEVERITIES } from '../measure/place-measure.ts';
import { describeContact, describeObjects } from './describe-contact.ts';
import type { FileSummary, WorstFrame } from './file-summary.ts';
import { formatCoordinate, formatPoint, plural } from './format-number.ts';

/** A place in the worst frame of a file, in words that every report uses. */
export interface DescribedPlace {
  readonly kind: FindingKind;
  readonly place: PlaceResult;
  readonly frame: number;
  /** `Body with itself near (0, 1, 0): 12 findings, for example edge 2–3 of face 1 meets face 2`. */
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
      const { contacts, center, objects: pair, example, exampleKind, measure } = place;
      const found = describeContact(example, 0, exampleKind, objects, summary.header.proximity);
      const severity = measure ? `${describeMeasure(measure)}: ` : '';
      const text = `${severity}${describeObjects(pair)} near ${formatPoint(center)}${where}: ${plural(contacts, 'finding')}, for example ${found}`;
      return { kind: FINDING_KINDS[exampleKind], place, frame: worst.frame, text };
    });
}

/** `deep (at least 0.012)`, `touching`. */
export function describeMeasure(measure: PlaceMeasure): string {
  const { severity, depth } = measure;
  return depth === undefined || depth === 0 ? severity : `${severity} (${boundOf(measure)}${formatCoordinate(depth)})`;
}

/** `≥ 0.012`, for a column. */
export function formatDepth(measure: PlaceMeasure): string {
  const { depth, depthKind, depthMethod } = measure;
  if (depth === undefined || depth === 0) return '';
  const bound = depthKind === 'exact' ? '' : depthMethod === 'way back' ? '≤ ' : '≥ ';
  return bound + formatCoordinate(depth);
}

function boundOf({ depthKind, depthMethod }: PlaceMeasure): string {
  return depthKind === 'exact' ? '' : depthMethod === 'way back' ? 'at most ' : 'at least ';
}

/** `deep: depth at least 0.012 (mean 0.004), volume 1.3e-6, area 0.0021, crossing 0.11 long`, as far as it is known. */
export function describeMeasureWhole(measure: PlaceMeasure): string {
  const { severity, depth, depthReason, meanDepth, volume, area, curveLength } = measure;
  const number = (value: number) => String(Number(value.toPrecision(3)));
  const mean = meanDepth ? ` (mean ${number(meanDepth)})` : '';
  const why = depthReason ? ` (${depthReason})` : '';
  const parts = [
    depth ? `depth ${boundOf(measure)}${number(depth)}${mean}${why}` : depthReason ? `depth unknown${why}` : '',
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
