import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { drawGraphs } from './draw-graph.mjs';
import { describeImports, replaceGraphBlock } from './import-graph.mjs';
import { root } from './packages.mjs';

/** `npm run graph`: which packages, and which folders of core, import which. `--svg FILE` draws it, `--write` puts it into ARCHITECTURE.md. */
try {
  const { values } = parseArgs({ options: { svg: { type: 'string' }, write: { type: 'boolean' } } });
  const { graphs, text } = describeImports(root);
  console.log(text);
  if (values.svg !== undefined) writeFileSync(values.svg, drawGraphs(graphs));
  if (values.write) {
    const page = join(root, 'ARCHITECTURE.md');
    writeFileSync(page, replaceGraphBlock(readFileSync(page, 'utf8'), text));
  }
} catch (error) {
  console.error(error.message);
  process.exitCode = error.code?.startsWith('ERR_PARSE_ARGS') ? 2 : 1;
}
