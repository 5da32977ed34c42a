import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { readImports } from './read-imports.mjs';

/** The node that stands for all files directly in src that no folder imports: they put the parts together. */
const REST = 'other files of src';

/**
 * Which packages of the workspace import which: a map from folder to the sorted folders it imports.
 * Types count as well as values: what a name means is known only by reading where it comes from.
 */
export function readPackageGraph(root) {
  const folders = readdirSync(join(root, 'packages')).filter((folder) =>
    existsSync(join(root, 'packages', folder, 'package.json')),
  );
  const names = new Map(folders.map((folder) => [readName(join(root, 'packages', folder)), folder]));
  const graph = new Map(folders.map((folder) => [folder, new Set()]));
  for (const folder of folders) {
    for (const { specifier } of readSources(join(root, 'packages', folder, 'src')).flatMap(({ imports }) => imports)) {
      const target = names.get(specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/'));
      if (target !== undefined && target !== folder) graph.get(folder).add(target);
    }
  }
  return sortGraph(graph);
}

/**
 * The same between the folders directly in a package's src. A file directly in src is a node of its own if some folder imports it.
 */
export function readFolderGraph(src) {
  const edges = readSources(src).flatMap(({ path, imports }) =>
    imports
      .filter(({ specifier }) => specifier.startsWith('.'))
      .map(({ specifier }) => [path, posix.join(posix.dirname(path), specifier)]),
  );
  const isFile = (path) => !path.includes('/');
  const known = new Set(edges.filter(([from, to]) => !isFile(from) && isFile(to)).map(([, to]) => to));
  const nodeOf = (path) => (!isFile(path) ? path.split('/')[0] : known.has(path) ? path : REST);
  const graph = new Map(readSources(src).map(({ path }) => [nodeOf(path), new Set()]));
  for (const [from, to] of edges) {
    if (nodeOf(from) !== nodeOf(to)) graph.get(nodeOf(from)).add(nodeOf(to));
  }
  return sortGraph(graph);
}

/** A cycle as the nodes along it, the first again at the end; undefined if there is none. */
export function findCycle(graph) {
  const done = new Set();
  const visit = (node, path) => {
    const at = path.indexOf(node);
    if (at >= 0) return [...path.slice(at), node];
    if (done.has(node)) return undefined;
    for (const next of graph.get(node) ?? []) {
      const cycle = visit(next, [...path, node]);
      if (cycle) return cycle;
    }
    done.add(node);
    return undefined;
  };
  for (const node of graph.keys()) {
    const cycle = visit(node, []);
    if (cycle) return cycle;
  }
  return undefined;
}

/** How far each node is above those that import nothing: one more than the farthest it imports. The graph must have no cycle. */
export function rankNodes(graph) {
  const ranks = new Map();
  const rank = (node) => {
    if (!ranks.has(node)) ranks.set(node, 1 + Math.max(-1, ...graph.get(node).map(rank)));
    return ranks.get(node);
  };
  for (const node of graph.keys()) rank(node);
  return ranks;
}

/** A line a node, each after all it imports. The graph must have no cycle. */
export function formatGraph(title, graph) {
  const ranks = rankNodes(graph);
  const nodes = [...graph.keys()].sort((a, b) => ranks.get(a) - ranks.get(b) || (a < b ? -1 : 1));
  const width = Math.max(...nodes.map((node) => node.length));
  const lines = nodes.map((node) => `  ${node.padEnd(width)}  → ${graph.get(node).join(', ') || 'nothing'}`);
  return [title, ...lines].join('\n');
}

/** What the document says between the mark and the end of the fenced block after it; undefined if it has no such block. */
export function readGraphBlock(document) {
  return document.match(BLOCK)?.[2].trimEnd();
}

export function replaceGraphBlock(document, text) {
  if (!BLOCK.test(document))
    throw new RangeError('graph: ARCHITECTURE.md must have <!-- import graph --> before a fenced block.');
  return document.replace(BLOCK, (_, before, __, after) => `${before}${text}\n${after}`);
}

const BLOCK = /(<!-- import graph -->\s*```\w*\n)([^`]*)(```)/;

/** What `npm run graph` prints and ARCHITECTURE.md shows. */
export function describeImports(root) {
  const graphs = [
    ['packages', readPackageGraph(root)],
    ['packages/core/src', readFolderGraph(join(root, 'packages', 'core', 'src'))],
  ];
  for (const [title, graph] of graphs) {
    const cycle = findCycle(graph);
    if (cycle) throw new RangeError(`graph: ${title} has a cycle: ${cycle.join(' → ')}.`);
  }
  return { graphs, text: graphs.map(([title, graph]) => formatGraph(title, graph)).join('\n\n') };
}

function readName(directory) {
  return JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')).name;
}

function readSources(src) {
  return readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => ({ path: name.replaceAll('\\', '/'), imports: readImports(readFileSync(join(src, name), 'utf8')) }));
}

function sortGraph(graph) {
  return new Map([...graph].sort(([a], [b]) => (a < b ? -1 : 1)).map(([node, to]) => [node, [...to].sort()]));
}
