import type { ImportGraph } from './import-graph.mjs';

export function drawGraphs(graphs: readonly (readonly [title: string, graph: ImportGraph])[]): string;
