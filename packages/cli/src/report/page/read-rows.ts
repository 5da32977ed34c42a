import type { ContactRow } from '@selfcollide/kit';
import { type FilePayload, ROW_LENGTH, type ShownFrame } from './payload.ts';

/** The contacts that a frame lists, in words; points as in the file. */
export function readRows(
  { rows, kinds }: ShownFrame,
  objects: readonly string[],
  lengths: FilePayload['lengths'],
): ContactRow[] {
  return Array.from({ length: rows.length / ROW_LENGTH }, (_, index) => {
    const row = rows.slice(ROW_LENGTH * index, ROW_LENGTH * (index + 1)) as number[];
    const verb = VERBS[kinds[index]];
    return {
      index,
      text: `${describeSide(row.slice(0, 6), objects)} ${verb} ${describeSide(row.slice(6, 12), objects)}${describeValue(kinds[index], row[18], lengths)}`,
      point: [row[12], row[13], row[14]],
      place: row[15],
      triangles: [row[16], row[17]],
    };
  });
}

/** Where the listed contacts are, in the order of {@link readRows}. */
export function readPoints({ rows }: ShownFrame): number[][] {
  return Array.from({ length: rows.length / ROW_LENGTH }, (_, i) => {
    return rows.slice(ROW_LENGTH * i + 12, ROW_LENGTH * i + 15) as number[];
  });
}

/** Two ends per listed pair of triangles that is close: a line between its nearest points. */
export function readLines({ rows, kinds }: ShownFrame): number[][] {
  return kinds.flatMap((kind, i) => {
    const row = rows.slice(ROW_LENGTH * i, ROW_LENGTH * (i + 1)) as number[];
    return kind === PROXIMITY ? [row.slice(12, 15), row.slice(19, 22)] : [];
  });
}

/** As in detect/finding-kinds.ts. */
const PROXIMITY = 3;
const IMPACT = 4;
const VERBS = ['meets', 'is folded onto', 'is the same as', 'is close to', 'hits'];

function describeValue(kind: number, value: number, lengths: FilePayload['lengths']): string {
  if (kind === IMPACT) return ` at frame ${value.toFixed(2)}`;
  if (kind !== PROXIMITY || !lengths) return '';
  return `, ${Number((value / lengths.unitLength).toPrecision(3))} ${lengths.unit}`.trimEnd();
}

function describeSide(side: readonly (number | null)[], objects: readonly string[]): string {
  const [object, part, face, a, b, c] = side;
  const edge = b === null ? `vertex ${a} of ` : c === null ? `edge ${a}–${b} of ` : '';
  const primitive = part === 0 ? '' : ` (part ${part})`;
  return `${edge}face ${face}${primitive}${objects.length > 1 ? ` of ${objects[object as number]}` : ''}`;
}
