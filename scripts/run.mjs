import { buildPackages } from './build.mjs';

/** Builds what is stale, then runs one program of packages/bench: `node scripts/run.mjs PROGRAM [arguments]`. */
const [program, ...args] = process.argv.slice(2);
try {
  await buildPackages();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
const { programs } = await import('../packages/bench/dist/index.mjs');
const run = programs[program];
if (!run) {
  console.error(`run.mjs: the program must be one of ${Object.keys(programs).join(', ')}, got ${program}.`);
  process.exit(2);
}
process.exitCode = await run(args);
