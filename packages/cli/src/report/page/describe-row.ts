import { ROW_LENGTH, type ShownFrame } from './payload.ts';

/** One contact of a frame. */
export interface ContactRow {
  readonly index: number;
  readonly text: string;
  readonly point: readonly [number, number, number];
  readonly place: number;
  readonly triangles: readonly [number, number];
}

/** The contacts that a frame lists, in words. */
export function readRows({ rows }: ShownFrame, objects: readonly string[]): ContactRow[] {
  return Array.from({ length: rows.length / ROW_LENGTH }, (_, index) => {
    const row = rows.slice(ROW_LENGTH * index, ROW_LENGTH * (index + 1)) as number[];
    return {
      index,
      text: `${describeSide(row.slice(0, 6), objects)} meets ${describeSide(row.slice(6, 12), objects)}`,
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

function describeSide(side: readonly (number | null)[], objects: readonly string[]): string {
  const [object, part, face, a, b, c] = side;
  const edge = c === null ? `edge ${a}–${b} of ` : '';
  const primitive = part === 0 ? '' : ` (part ${part})`;
  return `${edge}face ${face}${primitive}${objects.length > 1 ? ` of ${objects[object as number]}` : ''}`;
}
