#!/usr/bin/env node
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  const { runProcess } = await import('./run-process.ts');
  process.exitCode = await runProcess(process.argv.slice(2));
} else {
  const { serveThread } = await import('./threads/serve-thread.ts');
  serveThread();
}
