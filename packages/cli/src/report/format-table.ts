import { showText } from './show-text.ts';

/** Columns padded to their widest cell, two spaces between; `right` are columns of numbers. */
export function formatTable(
  rawHead: readonly string[],
  rawRows: readonly (readonly string[])[],
  right: readonly number[],
): string {
  const head = rawHead.map(showText);
  const rows = rawRows.map((row) => row.map(showText));
  const widths = head.map((cell, column) => Math.max(cell.length, ...rows.map((row) => row[column].length)));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => (right.includes(column) ? cell.padStart(widths[column]) : cell.padEnd(widths[column])))
      .join('  ')
      .trimEnd();
  return [line(head), ...rows.map(line)].join('\n');
}

/** Every line moved in by two spaces. */
export function indent(text: string): string {
  return text.replace(/^(?=.)/gm, '  ');
}
