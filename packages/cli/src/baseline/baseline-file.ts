import { dirname, relative, resolve, sep } from 'node:path';
import { FINDING_KINDS } from '../detect/finding-kinds.ts';
import type { CellGroup, KnownPlaces } from '../detect/surface-cells.ts';
import { systemReason, UsageError } from '../failure.ts';
import { readText } from '../source/read-text.ts';

/** What is known of every file, by its path relative to the folder of the baseline. */
export type Baseline = ReadonlyMap<string, KnownPlaces>;

const FORMAT = 'selfcollide-baseline';
const VERSION = 1;

/** How a baseline calls an input, so that it holds on other machines. */
export function baselineKey(baseline: string, input: string): string {
  if (/^scene:|^-$/.test(input)) return input;
  return relative(dirname(resolve(baseline)), resolve(input))
    .split(sep)
    .join('/');
}

/** @throws UsageError if there is none, or it is damaged. */
export function readBaseline(path: string): Baseline {
  let text: string;
  try {
    text = readText(path);
  } catch (error) {
    const reason = systemReason(error as NodeJS.ErrnoException);
    throw new UsageError(`--baseline: cannot read ${path} (${reason}); --update-baseline writes it.`);
  }
  const damaged = (what: string) => new UsageError(`--baseline: ${path} is no baseline: ${what}.`);
  let value: { format?: unknown; version?: unknown; files?: unknown };
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw damaged((error as Error).message);
  }
  if (value?.format !== FORMAT) throw damaged(`"format" must be "${FORMAT}"`);
  if (value.version !== VERSION) throw damaged(`"version" must be ${VERSION}, got ${JSON.stringify(value.version)}`);
  if (typeof value.files !== 'object' || value.files === null) throw damaged('"files" must be an object');
  const files = new Map<string, KnownPlaces>();
  for (const [name, known] of Object.entries(value.files as Record<string, unknown>)) {
    if (!isKnown(known)) throw damaged(`what it has for "${name}" is not as --update-baseline writes it`);
    files.set(name, known);
  }
  return files;
}

/** JSON with one place a line, in a fixed order, so that changes are easy to read and to merge. */
export function writeBaseline(files: Baseline, generator: string): string {
  const names = [...files.keys()].sort();
  const texts = names.map((name) => {
    const { cell, groups } = files.get(name)!;
    const sorted = [...groups].sort((a, b) => compare(groupName(a), groupName(b)));
    const blocks = sorted.map(({ kind, objects, cells }) => {
      const rows = [...cells].sort(compareCells).map((row) => `          ${JSON.stringify(row)}`);
      const head = `"kind": ${JSON.stringify(kind)}, "objects": ${JSON.stringify(objects)}`;
      return `        { ${head}, "cells": [\n${rows.join(',\n')}\n        ] }`;
    });
    const list = blocks.length === 0 ? '[]' : `[\n${blocks.join(',\n')}\n      ]`;
    return `    ${JSON.stringify(name)}: {\n      "cell": ${cell},\n      "groups": ${list}\n    }`;
  });
  const body = texts.length === 0 ? '{}' : `{\n${texts.join(',\n')}\n  }`;
  const head = `  "format": "${FORMAT}",\n  "version": ${VERSION},\n  "generator": ${JSON.stringify(generator)},`;
  return `{\n${head}\n  "files": ${body}\n}\n`;
}

function isKnown(value: unknown): value is KnownPlaces {
  const { cell, groups } = (value ?? {}) as Partial<KnownPlaces>;
  if (typeof cell !== 'number' || !(cell > 0) || !Array.isArray(groups)) return false;
  return groups.every(
    ({ kind, objects, cells }: Partial<CellGroup>) =>
      FINDING_KINDS.includes(kind!) &&
      objects?.length === 2 &&
      objects.every((name) => typeof name === 'string') &&
      Array.isArray(cells) &&
      cells.every((row) => Array.isArray(row) && row.length === 6 && row.every(Number.isInteger)),
  );
}

function groupName({ kind, objects }: CellGroup): string {
  return `${kind}\n${objects.join('\n')}`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function compareCells(a: readonly number[], b: readonly number[]): number {
  for (let k = 0; k < 6; k++) if (a[k] !== b[k]) return a[k] - b[k];
  return 0;
}
