import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A child process that is asked and answers while this thread waits, so that it can take turns with code that is not asynchronous. */
export interface SyncChild {
  /** Sends bytes. Throws if the child ended. */
  send(bytes: ArrayBufferView): void;
  /** Waits for so many doubles. Throws if the child ends before. */
  receive(count: number): Float64Array;
  /** Ends its input, which makes it end. */
  close(): void;
}

/**
 * Starts a program whose standard input and output are named pipes: Node's own pipes to a child cannot be waited for.
 * Each pipe is first opened for reading without waiting, since opening one end otherwise waits for the other.
 */
export function startSyncChild(program: string, args: readonly string[]): SyncChild {
  const folder = mkdtempSync(join(tmpdir(), 'selfcollide-peer-'));
  let toChild: PipeEnds;
  let fromChild: PipeEnds;
  let child: ChildProcess;
  try {
    toChild = openPipe(join(folder, 'in'));
    fromChild = openPipe(join(folder, 'out'));
    child = spawn(program, args, { stdio: [toChild.read, fromChild.write, 'inherit'] });
  } finally {
    rmSync(folder, { recursive: true }); // open pipes live on without their names
  }
  // only the child keeps its ends: then its death closes them, and waiting for it ends
  closeSync(toChild.read);
  closeSync(fromChild.write);
  child.unref();
  child.on('error', () => {}); // told by the next send or receive

  const fail = () => new Error(`startSyncChild: ${program} ${args.join(' ')} ended before it had answered.`);
  return {
    send(view) {
      const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
      try {
        for (let at = 0; at < bytes.length; ) at += writeSync(toChild.write, bytes, at);
      } catch {
        throw fail();
      }
    },
    receive(count) {
      const values = new Float64Array(count);
      const bytes = new Uint8Array(values.buffer);
      for (let at = 0; at < bytes.length; ) {
        const read = readSync(fromChild.read, bytes, at, bytes.length - at, null);
        if (read === 0) throw fail();
        at += read;
      }
      return values;
    },
    close() {
      closeSync(toChild.write);
      closeSync(fromChild.read);
    },
  };
}

interface PipeEnds {
  readonly read: number;
  readonly write: number;
}

function openPipe(path: string): PipeEnds {
  const made = spawnSync('mkfifo', ['-m', '600', path]);
  if (made.status !== 0) throw new Error(`startSyncChild: mkfifo ${path} failed: ${made.error ?? made.stderr}`);
  const opener = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const write = openSync(path, constants.O_WRONLY);
  const read = openSync(path, constants.O_RDONLY);
  closeSync(opener);
  return { read, write };
}
