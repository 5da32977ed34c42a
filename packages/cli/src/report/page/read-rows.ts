import { type ContactRow, formatCoordinate } from '@selfcollide/kit';
import { type FilePayload, ROW_LENGTH, type ShownFrame } from './payload.ts';

/** The contacts that a frame lists, in words; points as in the file. */
export function readRows(
  { rows, kinds }: ShownFrame,
  objects: readonly string[],
  lengths: FilePayload['lengths'],
): ContactRow[] {
  return Array.from({ length: rows.length / ROW_LENGTH }, (_, index) =>
    readRow(
      rows.slice(ROW_LENGTH * index, ROW_LENGTH * (index + 1)) as number[],
      index,
      kinds[index],
      objects,
      lengths,
    ),
  );
}

/** The closest pair of a frame, which its list may not have; undefined if none is close. */
export function readClosest(
  { closest }: ShownFrame,
  objects: readonly string[],
  lengths: FilePayload['lengths'],
): ContactRow | undefined {
  if (!closest) return undefined;
  const row = readRow(closest as number[], -1, PROXIMITY, objects, lengths);
  return { ...row, text: `${row.text}, near (${Array.from(row.point, formatCoordinate).join(', ')})` };
}

function readRow(
  row: readonly number[],
  index: number,
  kind: number,
  objects: readonly string[],
  lengths: FilePayload['lengths'],
): ContactRow {
  const [first, second] = [row.slice(0, 6), row.slice(6, 12)].map((side) => describeSide(side, objects));
  return {
    index,
    text: `${first} ${VERBS[kind]} ${second}${describeValue(kind, row[18], lengths)}`,
    point: [row[12], row[13], row[14]],
    place: row[15],
    triangles: [row[16], row[17]],
  };
}

/** Where the listed contacts are, in the order of {@link readRows}; `touching`: without those that are merely close. */
export function readPoints({ rows, kinds }: ShownFrame, touching = false): number[][] {
  return kinds.flatMap((kind, i) => {
    if (touching && kind === PROXIMITY) return [];
    return [rows.slice(ROW_LENGTH * i + 12, ROW_LENGTH * i + 15) as number[]];
  });
}

/** Two ends per listed pair of triangles that is close, and of the closest: a line between its nearest points. */
export function readGaps({ rows, kinds, closest }: ShownFrame): number[][] {
  const listed = kinds.flatMap((kind, i) => {
    return kind === PROXIMITY ? [rows.slice(ROW_LENGTH * i, ROW_LENGTH * (i + 1))] : [];
  });
  return [...listed, ...(closest ? [closest] : [])].flatMap(
    (row) => [row.slice(12, 15), row.slice(19, 22)] as number[][],
  );
}

export function formatLength(value: number, { unit, unitLength }: NonNullable<FilePayload['lengths']>): string {
  return `${Number((value / unitLength).toPrecision(3))} ${unit}`.trimEnd();
}

/** As in detect/finding-kinds.ts. */
const PROXIMITY = 3;
const IMPACT = 4;
const VERBS = ['meets', 'is folded onto', 'is the same as', 'is close to', 'hits'];

function describeValue(kind: number, value: number, lengths: FilePayload['lengths']): string {
  if (kind === IMPACT) return ` at frame ${value.toFixed(2)}`;
  if (kind !== PROXIMITY || !lengths) return '';
  return `, ${formatLength(value, lengths)}`;
}

function describeSide(side: readonly (number | null)[], objects: readonly string[]): string {
  const [object, part, face, a, b, c] = side;
  const edge = b === null ? `vertex ${a} of ` : c === null ? `edge ${a}–${b} of ` : '';
  const primitive = part === 0 ? '' : ` (part ${part})`;
  return `${edge}face ${face}${primitive}${objects.length > 1 ? ` of ${objects[object as number]}` : ''}`;
}
