/**
 * Something about the queue is wrong: a sentence for the user, without password. `usage`: what was asked for makes no sense; `failed`: it could
 * not be done.
 */
export class FleetError extends Error {
  override readonly name = 'FleetError';
  readonly kind: 'usage' | 'failed';

  constructor(kind: 'usage' | 'failed', message: string) {
    super(message);
    this.kind = kind;
  }
}
