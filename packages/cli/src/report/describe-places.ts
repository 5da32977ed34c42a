import { FINDING_KINDS, type FindingKind } from '../detect/finding-kinds.ts';
import type { PlaceResult } from '../detect/frame-result.ts';
import type { PlaceMeasure, Severity } from '../measure/measure-places.ts';
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

/** `deep (0.012)`, `touching`. */
export function describeMeasure({ severity, depth }: PlaceMeasure): string {
  return depth === undefined || depth === 0 ? severity : `${severity} (${formatCoordinate(depth)})`;
}

/** `deep: depth 0.012 (mean 0.004), volume 1.3e-6, area 0.0021, crossing 0.11 long`, as far as it is known. */
export function describeMeasureWhole({ severity, depth, meanDepth, volume, area, curveLength }: PlaceMeasure): string {
  const number = (value: number) => String(Number(value.toPrecision(3)));
  const mean = meanDepth ? ` (mean ${number(meanDepth)})` : '';
  const parts = [
    depth ? `depth ${number(depth)}${mean}` : '',
    volume ? `volume ${number(volume)}` : '',
    area ? `area ${number(area)}` : '',
    curveLength > 0 ? `crossing ${number(curveLength)} long` : '',
  ].filter((part) => part !== '');
  return parts.length > 0 ? `${severity}: ${parts.join(', ')}` : severity;
}

const RANKS: readonly Severity[] = ['touching', 'shallow', 'deep'];

/** The worst first: by severity, then depth, then findings. What was not measured comes last. */
export function byMeasure(a: MeasuredFindings, b: MeasuredFindings): number {
  const rank = ({ measure }: MeasuredFindings) => (measure ? RANKS.indexOf(measure.severity) : -1);
  return rank(b) - rank(a) || (b.measure?.depth ?? 0) - (a.measure?.depth ?? 0) || b.contacts - a.contacts;
}

type MeasuredFindings = Pick<PlaceResult, 'measure' | 'contacts'>;
