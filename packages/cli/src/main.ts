#!/usr/bin/env node
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  // `selfcollide … | head` closes the pipe early; that is no error
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit();
    throw error;
  });
  const { runCli } = await import('./run-cli.ts');
  process.exitCode = await runCli(process.argv.slice(2));
} else {
  const { serveThread } = await import('./threads/serve-thread.ts');
  serveThread();
}
