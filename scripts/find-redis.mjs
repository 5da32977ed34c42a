import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['redis-server', 'valkey-server'];

/**
 * Path of a Redis server to test with: $REDIS_SERVER, or one on the PATH. As root on Debian or Ubuntu a missing one is installed, and said so.
 * Undefined if there is none.
 *
 * @throws Error if $REDIS_SERVER names no program.
 */
export function findRedis() {
  const wanted = process.env.REDIS_SERVER;
  if (wanted) {
    if (isProgram(wanted)) return wanted;
    throw new Error(`findRedis: REDIS_SERVER must be a program, got ${wanted}.`);
  }
  return searchPath() ?? install();
}

function searchPath() {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin'];
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** RUNLEVEL keeps Debian from starting it as a service. */
function install() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  console.error('findRedis: no server found; installing redis-server with apt-get, which may take a minute.');
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'redis-server']]) {
    const { status } = spawnSync('/usr/bin/apt-get', ['-qq', ...args], { env: environment, stdio: ['ignore', 2, 2] });
    if (status !== 0) return undefined;
  }
  return searchPath();
}
