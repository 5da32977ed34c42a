import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import { readImports } from './read-imports.ts';

/** Stages of core, left to right: a file imports from its own folder and from stages before its own, not from others of the same stage. */
const CORE_STAGES = [
  ['predicates'],
  ['mesh'],
  ['pose'],
  ['kernel'],
  ['partition', 'grid'],
  ['bounds'],
  ['find', 'confirm', 'locate'],
] as const;

/** Folders beside that order: what else they may import. Nothing but src/*.ts imports them. */
const CORE_BRANCHES: Record<string, readonly string[]> = {
  tets: ['predicates', 'mesh', 'grid', 'kernel'],
  threads: ['mesh', 'pose', 'find', 'confirm'],
};

/** Files directly in core/src that have a place in that order too: before all, and after `mesh`. The others put the parts together. */
const CORE_FILES: Record<string, number> = { 'errors.ts': -1, 'options.ts': 1.5 };

const ORDER_TEXT = CORE_STAGES.map((stage) => stage.join(', ')).join(' ← ');

/** Which packages of the workspace each package may import. */
const PACKAGE_ORDER: Record<string, readonly string[]> = {
  core: [],
  papers: ['core'],
  physics: ['core'],
  response: ['core'],
  io: ['core'],
  three: ['core'],
  kit: [],
  scenes: ['core', 'physics', 'io', 'three'],
  bench: ['core', 'papers', 'physics', 'response', 'io', 'three', 'scenes'],
  fleet: [],
  cli: ['core', 'papers', 'physics', 'response', 'io', 'three', 'scenes', 'bench', 'kit', 'fleet'],
  'gltf-transform': ['cli'],
  viewer: ['core', 'papers', 'physics', 'io', 'three', 'scenes', 'kit'],
};

/** These also run in a browser. */
const NO_NODE = new Set(['core', 'papers', 'physics', 'response', 'io', 'three', 'scenes', 'kit', 'viewer']);

/**
 * Says what is wrong with the imports of one source, a sentence each; empty if nothing.
 * `path` is relative to the repository root; `declared` are the packages its package.json names.
 */
export function checkImports(path: string, source: string, declared: ReadonlySet<string>): string[] {
  const [, folder, , ...rest] = path.split('/');
  const wrong: string[] = [];
  for (const { specifier } of readImports(source)) {
    const complain = (rule: string) => wrong.push(`${path} imports '${specifier}': ${rule}`);
    if (specifier.startsWith('.')) {
      const target = posix.join(posix.dirname(path), specifier);
      if (!target.startsWith(`packages/${folder}/src/`)) complain('other packages are imported by name.');
      else if (folder === 'core') {
        const rule = checkCoreFolders(rest, target.split('/').slice(3));
        if (rule) complain(rule);
      }
    } else if (isBuiltin(specifier)) {
      if (NO_NODE.has(folder)) complain(`${folder} also runs in a browser.`);
    } else {
      const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
      const target = name === 'selfcollide' ? 'core' : name.match(/^@selfcollide\/(.*)$/)?.[1];
      if (target !== undefined && !(PACKAGE_ORDER[folder] ?? []).includes(target)) {
        complain(`${folder} may not import ${target}.`);
      } else if (!declared.has(name)) complain(`it is not among the dependencies in its package.json.`);
    }
  }
  return wrong;
}

/** `from` and `to` are path segments below core/src. Returns the broken rule, or undefined. */
function checkCoreFolders(from: readonly string[], to: readonly string[]): string | undefined {
  const [fromName, toName] = [from[0], to[0]];
  if (from.length === 1 && !(fromName in CORE_FILES)) return undefined;
  if (fromName === 'results') return toName === 'results' ? undefined : 'results imports nothing.';
  if (toName === 'results') return undefined;
  if (to.length === 1 && !(toName in CORE_FILES)) return `${fromName} may not import src/${toName}.`;
  if (fromName in CORE_BRANCHES) {
    const allowed = toName === fromName || toName in CORE_FILES || CORE_BRANCHES[fromName].includes(toName);
    return allowed ? undefined : `${fromName} may import only ${CORE_BRANCHES[fromName].join(', ')}.`;
  }
  const [fromRank, toRank] = [rankOf(fromName), rankOf(toName)];
  if (fromRank === undefined || toRank === undefined) return `unknown folder; the order is ${ORDER_TEXT}.`;
  if (toRank > fromRank) return `${fromName} comes before ${toName}.`;
  if (toRank === fromRank && fromName !== toName) return `${fromName} and ${toName} do not know each other.`;
  if (toName === 'find' && to.length > 2 && from[1] !== to[1]) {
    return 'methods are imported only by themselves and by src/*.ts.';
  }
  return undefined;
}

function rankOf(name: string): number | undefined {
  const index = CORE_STAGES.findIndex((stage) => (stage as readonly string[]).includes(name));
  return CORE_FILES[name] ?? (index < 0 ? undefined : index);
}
