/**
 * Why there is no kernel, for who goes on in TypeScript.
 *
 * @throws RangeError if it was asked for.
 */
export function refuseKernel(caller: string, engine: 'plain' | 'kernel' | 'auto', error: unknown): string {
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  if (engine !== 'kernel') return reason;
  throw new RangeError(`${caller}: engine must be one that runs here, got 'kernel' (${reason}).`);
}
