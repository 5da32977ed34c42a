export function refuseDisposed(caller: string): never {
  throw new Error(`${caller}: the detector must be one in use, got one after dispose().`);
}

export function refuse(caller: string): never {
  throw new RangeError(`${caller}: the detector must be of createDetector, got one that finds contacts only.`);
}
