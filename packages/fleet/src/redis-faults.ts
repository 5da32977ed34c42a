/** The door for errors of Redis: what each means in a sentence, and whether waiting helps. */

type Fault = Error & { readonly code?: string; readonly previousErrors?: readonly Error[] };

const PAUSE_MS = 1000;
/** How refusals start that are not our mistake. */
const REFUSAL =
  /^(OOM|READONLY|NOPERM|MISCONF|NOAUTH|LOADING|MASTERDOWN|NOREPLICAS|EXECABORT|CLUSTERDOWN|TRYAGAIN|BUSY)\b/;
/** Nobody changes these while one waits. */
const LASTS = /^(NOPERM|NOAUTH)\b/;
/** The connection went while a command was on its way; single ones are sent again by the client, transactions are not. */
const CUT = /^(AbortError|MaxRetriesPerRequestError)$/;
const CUT_MESSAGE = /^(Connection is closed\.?|Command aborted due to connection close|Stream isn't writeable)/;
const CUT_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
]);

/** Redis refuses a command, or cannot be reached: no fault of the work. */
export function isRedisFault(error: unknown): error is Fault {
  return isRefusal(error) || isCut(error);
}

/** Whether the same may succeed later. */
export function passes(error: unknown): boolean {
  return isCut(error) || (isRefusal(error) && !LASTS.test(rootOf(error).message));
}

/** For {@link FleetConnection.outwait}: a server that is full is no fault of the work. */
export async function outwait<T>(
  work: () => Promise<T>,
  isUnwanted: () => boolean,
  mention: (error: unknown) => void,
  pause = PAUSE_MS,
): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!passes(error) || isUnwanted()) throw error;
      mention(error);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

/** What is wrong, in words that follow "cannot use Redis at …:". */
export function describeReason(error: Fault): string {
  const { code = '', message, name } = rootOf(error);
  const text = `${code} ${message}`;
  if (/ECONNREFUSED/.test(text)) return 'nobody answers there (connection refused)';
  if (/ENOTFOUND|EAI_AGAIN/.test(text)) return 'there is no such host';
  if (/ETIMEDOUT/.test(text)) return 'nobody answers there (timed out)';
  if (/WRONGPASS|invalid password|without any password/.test(text)) return 'it refuses the user name or password';
  if (/NOAUTH/.test(text)) return 'it asks for a password';
  if (/DB index is out of range/.test(text)) return 'it has no database of that number';
  if (/NOPERM/.test(text)) return 'the user has no permission for what is needed';
  if (/\bOOM\b/.test(text)) return 'it is full (maxmemory)';
  if (/READONLY/.test(text)) return 'it is a replica, which can only be read';
  if (/MISCONF/.test(text)) return 'it cannot write to its disk';
  if (/LOADING|MASTERDOWN|NOREPLICAS|CLUSTERDOWN|TRYAGAIN|BUSY/.test(text)) return 'it is not ready for use';
  if (/EXECABORT/.test(text)) return 'it refuses what is to be written; perhaps it is full';
  if (/ECONNRESET|EPIPE/.test(text) || CUT.test(name) || CUT_MESSAGE.test(message)) return 'the connection was closed';
  if (/CERT|certificate|SSL|TLS/i.test(text)) return `no secure connection (${code || 'TLS'})`;
  return code || 'an answer that is not of a Redis server';
}

/** Redis has answered, and refuses. */
export function isRefusal(error: unknown): error is Fault {
  return error instanceof Error && error.name === 'ReplyError' && REFUSAL.test(error.message);
}

function isCut(error: unknown): error is Fault {
  if (!(error instanceof Error)) return false;
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  // files have such errors too, but not of connecting and sending
  return CUT.test(error.name) || CUT_MESSAGE.test(error.message) || (syscall !== undefined && CUT_CODES.has(code));
}

/** A transaction is refused because of one of its commands. */
function rootOf(error: Fault): Fault {
  return error.previousErrors?.[0] ?? error;
}
