import { join } from 'node:path';
import { TABLES } from '../packages/core/kernel/layout.table.mjs';
import { root } from './packages.mjs';

export { TABLES };

const ARRAYS = { float64: 'Float64Array', int32: 'Int32Array', uint32: 'Uint32Array', uint8: 'Uint8Array' };
const HEADER =
  '// Written by `npm run kernel` from packages/core/kernel/layout.table.mjs; a test writes it again and compares.';

/** The files that say where arrays of a kernel are, of both languages: path and text. */
export function layoutFiles() {
  return Object.entries(TABLES).flatMap(([kernel, table]) => {
    checkTable(kernel, table);
    return [
      { path: join(root, `packages/core/kernel/layout-${kernel}.ts`), text: forAssemblyScript(table) },
      { path: join(root, `packages/core/src/kernel/layout-${kernel}.ts`), text: forTypeScript(kernel, table) },
    ];
  });
}

/** Rows whose addresses the kernel is told, in the order in which it reads them. */
function attachedRows({ rows, more }) {
  return more === undefined || more.isDescribed ? rows : [...rows, ...more.rows];
}

function checkTable(kernel, table) {
  const names = [...table.constants, ...attachedRows(table)].map(({ name }) => name).concat(table.counts);
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice) throw new Error(`kernel-layout: names of ${kernel} must differ, got ${twice} twice.`);
  for (const { name, within } of table.rows) {
    if (within && !table.rows.some((host) => host.name === within && !host.within && !host.given)) {
      throw new Error(`kernel-layout: ${name} must lie within an array of ${kernel}, got ${within}.`);
    }
  }
}

function forAssemblyScript(table) {
  const rows = attachedRows(table);
  const names = [...table.counts, ...rows.map(({ name }) => name)];
  return [
    HEADER,
    '',
    ...table.constants.flatMap(({ name, value, type, about, scale }) => [
      ...comment(about),
      `export const ${name}: ${type} = ${value * scale};`,
    ]),
    '',
    ...table.counts.map((name) => `export let ${name}: i32 = 0;`),
    '',
    ...rows.flatMap(({ name, element, owner, about, within }) => [
      `/** ${about ? `${about} ` : ''}${element}, written by: ${owner}${within ? `; in the room of ${within}` : ''}. */`,
      `export let ${name}: usize = 0;`,
    ]),
    '',
    '/** Reads the counts, and where each array begins. One instance of the module serves one detector, which calls this once, before all else. */',
    'export function attach(table: usize): void {',
    ...names.map((name, i) => `  ${name} = load<${i < table.counts.length ? 'i32' : 'u32'}>(table, ${4 * i});`),
    '}',
    '',
  ].join('\n');
}

function forTypeScript(kernel, table) {
  const { constants, rows, more } = table;
  const uses = (list, name) => list.some(({ length }) => new RegExp(`\\b${name}\\b`).test(length ?? ''));
  return [
    HEADER,
    '',
    ...constants.flatMap(({ name, value, about }) => [...comment(about), `export const ${name} = ${value};`]),
    '',
    '/** Counts, then arrays, in the order in which `attach` of the kernel reads them. */',
    `export const ${kernel.toUpperCase()}_LAYOUT = {`,
    `  counts: ${listOf(table.counts)},`,
    `  rows: ${listOf(attachedRows(table).map(({ name }) => name))},`,
    '};',
    '',
    ...fieldsOf(kernel, table, uses),
    ...(more === undefined ? [] : fieldsOf(more.name, more, uses)),
    ...givenOf(kernel, rows),
  ].join('\n');
}

/** Sizes, what is copied, and fields for `layOut`. */
function fieldsOf(name, { rows, sizes }, uses) {
  const title = name[0].toUpperCase() + name.slice(1);
  const all = sizes.join(' ').split(' ');
  const used = all.filter((size) => uses(rows, size));
  const copies = rows.filter(({ copied }) => copied);
  const parameters = [`sizes: ${title}Sizes`, ...(copies.length > 0 ? [`copies: ${title}Copies`] : [])].join(', ');
  return [
    '/** What lengths follow from. */',
    `export interface ${title}Sizes {`,
    ...all.map((size) => `  readonly ${size}: number;`),
    '}',
    '',
    ...(copies.length === 0
      ? []
      : ['/** Arrays that are copied into the memory of the kernel. */', ...viewsOf(`${title}Copies`, copies)]),
    `export function ${name}Fields(${parameters}) {`,
    `  const { ${used.join(', ')} } = sizes;`,
    '  return {',
    ...rows.filter(({ given }) => !given).map(fieldOf),
    '  } as const;',
    '}',
    '',
  ];
}

function fieldOf({ name, element, length, copied, within }) {
  if (copied) return `    ${name}: copies.${name},`;
  return `    ${name}: ['${element}', ${length}${within ? `, '${within}'` : ''}],`;
}

/** Arrays that finders lay out themselves. */
function givenOf(kernel, rows) {
  const given = rows.filter((row) => row.given);
  const title = kernel[0].toUpperCase() + kernel.slice(1);
  if (given.length === 0) return [];
  return ['/** Arrays that their owners lay out in the same memory. */', ...viewsOf(`${title}Given`, given)];
}

function viewsOf(name, rows) {
  return [
    `export interface ${name} {`,
    ...rows.map((row) => `  readonly ${row.name}: ${ARRAYS[row.element]};`),
    '}',
    '',
  ];
}

/** One string takes fewer bytes of a page than many. */
function listOf(names) {
  return names.length === 0 ? '[] as string[]' : `'${names.join(' ')}'.split(' ')`;
}

function comment(about) {
  return about ? [`/** ${about} */`] : [];
}
