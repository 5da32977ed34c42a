import type { LineBundle } from './messages.ts';

/** The bound of a bundle of lines at u: three straight pieces. */
export function bundleAt({ lowU, lowV, highU, highV, before, after }: LineBundle, u: number): number {
  if (u <= lowU) return lowV + before * (u - lowU);
  if (u >= highU) return highV + after * (u - highU);
  return lowV + ((u - lowU) / (highU - lowU)) * (highV - lowV);
}
