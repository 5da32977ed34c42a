import { type ContactRows, FIRST_SIDE, ROW, readSide, SECOND_SIDE, VALUE } from '../detect/contact-rows.ts';
import { FINDING_KINDS, type FindingKind, IMPACT, PROXIMITY } from '../detect/finding-kinds.ts';
import type { ProximityLengths } from '../detect/proximity-lengths.ts';
import { formatFrameTime, formatLength } from './format-number.ts';

const VERBS: Readonly<Record<FindingKind, string>> = {
  intersection: 'meets',
  folded: 'is folded onto',
  duplicate: 'is the same as',
  proximity: 'is close to',
  impact: 'hits',
};

/** `edge 12–15 of face 7 meets face 203`, in the file's numbers; objects and parts only where there are several. */
export function describeContact(
  rows: ContactRows,
  i: number,
  kind: number,
  objects: readonly string[],
  lengths?: ProximityLengths,
): string {
  const side = (at: typeof FIRST_SIDE | typeof SECOND_SIDE): string => {
    const { object, part, face, vertices } = readSide(rows, i, at);
    const where = objects.length > 1 ? ` of ${objects[object]}` : '';
    const primitive = part > 0 ? ` (part ${part})` : '';
    const edge = vertices.length === 3 ? '' : `${vertices.length === 2 ? 'edge' : 'vertex'} ${vertices.join('–')} of `;
    return `${edge}face ${face}${primitive}${where}`;
  };
  const value = rows[ROW * i + VALUE];
  const at = kind === IMPACT ? ` at ${formatFrameTime(value)}` : '';
  const apart = kind === PROXIMITY && lengths ? `, ${formatLength(value, lengths)} apart` : '';
  return `${side(FIRST_SIDE)} ${VERBS[FINDING_KINDS[kind]]} ${side(SECOND_SIDE)}${at}${apart}`;
}

/** `Body with itself`, `Sleeve and Body`. */
export function describeObjects([a, b]: readonly [string, string]): string {
  return a === b ? `${a} with itself` : `${a} and ${b}`;
}
