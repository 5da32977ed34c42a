import { buildPackages } from './build.mjs';

/** `npm start`: builds what is stale, then runs the command line; without arguments, its demo. */
try {
  await buildPackages();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
const { runCli } = await import('../packages/cli/dist/index.mjs');
const args = process.argv.slice(2);
process.exitCode = await runCli(args.length > 0 ? args : ['demo']);
