import { chromium } from 'playwright-core';
import { chromiumArguments, findChromium } from './find-chromium.mjs';

/** Headless Chromium, for what is built without it, such as the tables of packages/bench. */
export function openChromium() {
  return chromium.launch({ executablePath: findChromium(), args: chromiumArguments });
}
