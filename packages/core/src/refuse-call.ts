import type { Query } from './confirm/query.ts';
import type { PairFinder } from './find/pair-finder.ts';
import type { DetectorMethod } from './method-options.ts';

export function refuseDisposed(caller: string): never {
  throw new Error(`${caller}: the detector must be one in use, got one after dispose().`);
}

export function refuse(caller: string): never {
  throw new RangeError(`${caller}: the detector must be of createDetector, got one that finds contacts only.`);
}

export function checkSupport({ name, needs }: Query, { supports }: PairFinder, method: DetectorMethod): void {
  if ((!needs.reach || supports.reach) && (!needs.motion || supports.motion)) return;
  const what = needs.motion && !supports.motion ? 'what happens during a step' : 'what is near without touching';
  throw new RangeError(`${name}: method must be one that finds ${what}, got '${method}'.`);
}
