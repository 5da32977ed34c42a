import { FINDING_KINDS, type FindingKind } from '../detect/finding-kinds.ts';
import type { PlaceResult } from '../detect/frame-result.ts';
import type { PlaceMeasure } from '../measure/measure-places.ts';
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

/** The places of a frame that are known, largest first. */
export function describePlacesOf(summary: FileSummary, worst: WorstFrame, limit: number): DescribedPlace[] {
  const objects = worst.ownObjects ?? summary.header.objects;
  const where = summary.header.frameCount > 1 ? ` in ${summary.frameLabel(worst.frame)}` : '';
  return worst.places.slice(0, limit).map((place) => {
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
