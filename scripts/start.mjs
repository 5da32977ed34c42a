import { buildPackages } from './build.mjs';

/** `npm start`: builds what is stale, then runs the command line; without arguments, its demo. */
try {
  await buildPackages();
} catch (error) {
  console.error(error.message);
  process.exit(4);
}
const { runProcess } = await import('../packages/cli/dist/index.mjs');
const args = process.argv.slice(2);
process.exitCode = await runProcess(args.length > 0 ? args : ['demo']);
