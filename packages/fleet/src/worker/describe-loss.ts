/** How the reason starts if a thread has ended. */
export const LOST_THREAD = 'a thread ended:';

/** Why something could not be checked, from what BullMQ says about the last try. */
export function describeLoss(name: string, reason: string): string {
  if (/stalled/.test(reason))
    return `${name}: the workers that checked it were lost, one after the other; perhaps memory ran out.`;
  if (reason.startsWith(LOST_THREAD)) {
    const memory = /memory/.test(reason);
    return memory ? `${name}: not enough memory on the worker.` : `${name}: ${reason}.`;
  }
  return reason === '' ? `${name}: it was not checked.` : `${name}: ${reason.replace(/\.$/, '')}.`;
}
