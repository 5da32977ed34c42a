/** Rows of cells; a cell in double quotes may hold commas, line ends and doubled quotes. An empty line is no row. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  // a cell and what ends it
  const cells = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/gy;
  for (let match = cells.exec(text); match; match = cells.exec(text)) {
    const [whole, quoted, plain, end] = match;
    if (whole === '' && row.length === 0) break; // the end of the text
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === ',') continue;
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
    if (end === '') break;
  }
  return rows;
}
