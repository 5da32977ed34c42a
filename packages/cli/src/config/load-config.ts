import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { ErrorObject } from 'ajv';
import type { Node, ParseError } from 'jsonc-parser';
import { parseLength, UNIT_NAMES } from '../detect/proximity-lengths.ts';
import { configSchemaUrl } from '../dist-files.ts';
import { systemReason, UsageError } from '../failure.ts';
import { parseFrameRanges } from '../source/frame-range.ts';
import { readText } from '../source/read-text.ts';
import { CONFIG_NAME, type Config, type ConfigSettings, type LoadedConfig } from './config.ts';
import { globFault } from './file-glob.ts';

type Path = readonly (string | number)[];

/** Looks for a config in a folder and in those above it. */
export function findConfig(folder: string): string | undefined {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const path = join(at, CONFIG_NAME);
    if (existsSync(path)) return path;
    if (dirname(at) === at) return undefined;
  }
}

/**
 * Reads a config and checks it against its schema, and what a schema cannot say.
 *
 * @throws UsageError with file, line and the rule that is broken.
 */
export async function loadConfig(path: string): Promise<LoadedConfig> {
  let text: string;
  try {
    text = readText(path);
  } catch (error) {
    throw new UsageError(`--config: cannot read ${path} (${systemReason(error as NodeJS.ErrnoException)}).`);
  }
  // loaded only if there is a config, as the rules are
  const { findNodeAtLocation, parseTree, printParseErrorCode } = await import('jsonc-parser');
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const fail = (offset: number, rule: string): never => {
    throw new UsageError(`${path}:${text.slice(0, offset).split('\n').length}: ${rule}`);
  };
  if (errors.length > 0) fail(errors[0].offset, `${wordsOf(printParseErrorCode(errors[0].error))}.`);
  if (!root) return fail(0, 'it must hold an object, got nothing.');
  const value = plainValue(root);
  const offsetOf = (place: Path): number => {
    for (let length = place.length; length > 0; length--) {
      const node = findNodeAtLocation(root, [...place.slice(0, length)]);
      if (node) return (node.parent?.type === 'property' ? node.parent : node).offset;
    }
    return root.offset;
  };
  const broken = await findBrokenRule(value);
  if (broken) fail(offsetOf(broken.place), broken.rule);
  const config = value as Config;
  const contradiction = findContradiction(config);
  if (contradiction) fail(offsetOf(contradiction.place), contradiction.rule);
  return { path, folder: dirname(resolve(path)), config };
}

/**
 * The same checks for settings that a program hands over.
 *
 * @throws UsageError with the rule that is broken; `caller` is named.
 */
export async function checkConfig(caller: string, config: unknown): Promise<LoadedConfig> {
  const broken = (await findBrokenRule(config)) ?? findContradiction(config as Config);
  if (broken)
    throw new UsageError(`${caller}: ${broken.place.join('.')}${broken.place.length > 0 ? ': ' : ''}${broken.rule}`);
  return { path: caller, folder: process.cwd(), config: config as Config };
}

interface BrokenRule {
  readonly place: Path;
  readonly rule: string;
}

async function findBrokenRule(value: unknown): Promise<BrokenRule | undefined> {
  // it takes longer to load than checking a small model
  const { Ajv2020 } = await import('ajv/dist/2020.js');
  const schema = JSON.parse(readFileSync(configSchemaUrl, 'utf8'));
  const validate = new Ajv2020({ allowUnionTypes: true, strictTypes: false, verbose: true }).compile(schema);
  if (validate(value)) return undefined;
  const errors = (validate.errors ?? []) as ErrorObject[];
  // the last one sums up those before it, of a choice that failed every way
  const error = errors.find(({ keyword }) => keyword === 'unevaluatedProperties') ?? errors[errors.length - 1];
  const place = error.instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
  return { place: withKey(place, error), rule: describeError(place, error) };
}

function withKey(place: Path, { params }: ErrorObject): Path {
  const key = params.unevaluatedProperty ?? params.additionalProperty;
  return key === undefined ? place : [...place, key];
}

const TYPES: Readonly<Record<string, string>> = {
  ...{ object: 'an object', array: 'a list', string: 'text', number: 'a number', integer: 'a whole number' },
  ...{ boolean: 'true or false', null: 'null' },
};

/** Flags that are called otherwise in a config. */
const MEANT: Readonly<Record<string, string>> = {
  selfOnly: 'say "scope": "self"',
  betweenObjects: 'say "scope": "between"',
};

function describeError(place: Path, { keyword, params, message, data }: ErrorObject): string {
  const where = place.length === 0 ? 'the config' : showPath(place);
  const key = params.unevaluatedProperty ?? params.additionalProperty;
  if (key !== undefined) return `unknown key "${key}" in ${where}${MEANT[key] ? `; ${MEANT[key]}` : ''}.`;
  const got = `, got ${JSON.stringify(data)?.slice(0, 60)}`;
  if (keyword === 'enum') return `${where} must be one of ${params.allowedValues.join(', ')}${got}.`;
  if (keyword === 'anyOf') return `${where} has none of the forms that are possible there${got}; see the schema.`;
  if (keyword === 'type')
    return `${where} must be ${[params.type]
      .flat()
      .map((type) => TYPES[type] ?? type)
      .join(' or ')}${got}.`;
  if (keyword === 'required') return `${where} must have "${params.missingProperty}"${got}.`;
  if (keyword === 'minItems') return `${where} must not be empty${got}.`;
  return `${where} ${message}${got}.`;
}

/** Rules that a schema cannot say. */
function findContradiction(config: Config): BrokenRule | undefined {
  const { overrides = [] } = config;
  const sections: { place: Path; settings: ConfigSettings; above: ConfigSettings }[] = [
    { place: [], settings: config, above: {} },
    ...overrides.map((settings, i) => ({ place: ['overrides', i], settings, above: config })),
  ];
  for (const { place, settings, above } of sections) {
    const broken = findSettingsFault(place, settings, above);
    if (broken) return broken;
  }
  const globs: [Path, readonly string[]][] = [
    [['inputs'], config.inputs ?? []],
    [['exclude'], config.exclude ?? []],
    ...overrides.map(({ files }, i): [Path, readonly string[]] => [['overrides', i, 'files'], files]),
  ];
  for (const [place, patterns] of globs) {
    for (const [i, pattern] of patterns.entries()) {
      const fault = globFault(pattern);
      if (fault) return { place: [...place, i], rule: `${showPath(place)}: "${pattern}" is no glob: ${fault}.` };
    }
  }
  return findDispute(overrides);
}

function findSettingsFault(place: Path, settings: ConfigSettings, above: ConfigSettings): BrokenRule | undefined {
  const fault = (key: string, rule: string): BrokenRule => ({
    place: [...place, ...key.split('.')],
    rule: `${showPath([...place, key])} ${rule}.`,
  });
  if (settings.fps !== undefined && settings.times !== undefined) return fault('times', 'contradicts fps beside it');
  if (settings.restRadius !== undefined && (settings.proximity ?? above.proximity) === undefined) {
    return fault('restRadius', 'goes with proximity, which is missing');
  }
  if (settings.frames !== undefined && !parseFrameRanges(settings.frames)) {
    return fault(
      'frames',
      `must be first:last:step, such as 10:20, 100: or ::5, got ${JSON.stringify(settings.frames)}`,
    );
  }
  const { proximity, restRadius, weld, failOver } = settings;
  for (const [key, length] of Object.entries({ proximity, restRadius, weld, 'failOver.depth': failOver?.depth })) {
    if (typeof length === 'string' && !parseLength(length)) {
      return fault(key, `must be a number from 0, or one with a unit (${UNIT_NAMES.join(', ')}), got "${length}"`);
    }
  }
  return undefined;
}

/** Two overrides for the same globs that set the same key differently: one of them cannot be meant. */
function findDispute(overrides: NonNullable<Config['overrides']>): BrokenRule | undefined {
  for (const [i, { files, ...settings }] of overrides.entries()) {
    for (const [j, { files: others, ...before }] of overrides.slice(0, i).entries()) {
      if ([...files].sort().join('\n') !== [...others].sort().join('\n')) continue;
      for (const [key, value] of Object.entries(settings)) {
        const other = (before as Record<string, unknown>)[key];
        if (other === undefined || JSON.stringify(other) === JSON.stringify(value)) continue;
        const rule = `overrides[${i}].${key} contradicts overrides[${j}], which has the same files.`;
        return { place: ['overrides', i, key], rule };
      }
    }
  }
  return undefined;
}

function showPath(place: Path): string {
  return place.map((part, i) => (typeof part === 'number' ? `[${part}]` : i === 0 ? part : `.${part}`)).join('');
}

/** `PropertyNameExpected` → `property name expected`. */
function wordsOf(code: string): string {
  return code.replace(/(?<!^)[A-Z]/g, (c) => ` ${c.toLowerCase()}`).toLowerCase();
}

function plainValue(node: Node): unknown {
  if (node.type === 'array') return (node.children ?? []).map(plainValue);
  if (node.type !== 'object') return node.value;
  const entries = (node.children ?? []).map(({ children }) => [children![0].value, plainValue(children![1])]);
  return Object.fromEntries(entries); // own keys only: "__proto__" is a key like others
}
