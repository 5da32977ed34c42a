import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** What a browser needs to run without display, GPU or user namespaces, with 3D drawn by the processor. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
];

/**
 * Path of a Chromium to test with: $CHROMIUM, or one on the PATH. As root on Debian or Ubuntu a missing one is installed, and said so.
 *
 * @throws Error if there is none; the message says what to do.
 */
export function findChromium() {
  const wanted = process.env.CHROMIUM;
  if (wanted) {
    if (isProgram(wanted)) return wanted;
    throw new Error(`findChromium: CHROMIUM must be a program, got ${wanted}.`);
  }
  return searchPath() ?? install() ?? fail();
}

function searchPath() {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/snap/bin'];
  for (const name of NAMES) {
    const found = folders.map((folder) => join(folder, name)).find(isProgram);
    if (found) return found;
  }
  return undefined;
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function install() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  console.error('findChromium: no browser found; installing chromium with apt-get, which may take a minute.');
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'chromium']]) {
    const { status } = spawnSync('/usr/bin/apt-get', ['-qq', ...args], { env: environment, stdio: ['ignore', 2, 2] });
    if (status !== 0) return undefined;
  }
  return searchPath();
}

function fail() {
  throw new Error(
    'findChromium: a Chromium must be installed or named by the environment variable CHROMIUM, found none.',
  );
}
