import { type Browser, chromium } from 'playwright-core';
import { chromiumArguments, findChromium } from '../../../scripts/find-chromium.mjs';

/** Starts headless Chromium with WebGL in software: test machines have no graphics card. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: findChromium(), args: chromiumArguments });
}
