import { isIP } from 'node:net';
import { Redis } from 'ioredis';
import { FleetError } from './fleet-error.ts';
import { Keys } from './keys.ts';
import { describeReason, isRedisFault, isRefusal, outwait } from './redis-faults.ts';

export interface ConnectOptions {
  /** redis:// or rediss://, perhaps with user and password. */
  readonly url: string;
  /** Instead of one in the address. */
  readonly password?: string;
  /** Several fleets can share a server. */
  readonly queueName: string;
  /** What client and workers must have in common, such as `selfcollide 0.1.0`. */
  readonly version: string;
  /** Writes nothing by itself: a server that is full, or a replica, can be looked at. */
  readonly looksOnly?: boolean;
  /** Told when Redis cannot be reached any more, and when it can again. */
  readonly notice?: (text: string) => void;
}

/** A connection to the queue's server. */
export interface FleetConnection {
  readonly redis: Redis;
  readonly keys: Keys;
  readonly queueName: string;
  /** The address without user and password. */
  readonly shown: string;
  /** Why nothing can be done now: Redis cannot be reached, does not answer or refuses work. */
  trouble(): string | undefined;
  /** What is wrong if Redis has refused a command, or cannot be reached; undefined for other errors. */
  explain(error: unknown): FleetError | undefined;
  /** Says what is wrong, if that is new. For errors that are waited out. */
  mention(error: unknown): void;
  /** Something succeeded: what was refused before is over. */
  succeeded(): void;
  /** Does work that can be done again, once more after every fault of Redis that passes, until it is done or not wanted any more. */
  outwait<T>(work: () => Promise<T>, isUnwanted: () => boolean): Promise<T>;
  close(): Promise<void>;
}

/** Layout of keys and values; changes when an older program could not read them. */
const LAYOUT = 2;
const CONNECT_MS = 5000;
/** From the first word on; a bit longer, so that a connection that cannot be made is told of as such. */
const ANSWER_MS = 8000;
const MAX_RETRY_MS = 2000;
/** Redis is asked for a sign of life so often; none for twice as long is worth a word, milliseconds. */
const PULSE_MS = 5000;
/** What BullMQ needs. */
const LEAST_VERSION = 5;
const QUEUE_NAME = /^[\w-]{1,64}$/;

/**
 * Connects to the server of a queue. Later interruptions are waited out: commands go on when it is back.
 *
 * @throws FleetError if the address makes no sense, nobody answers there, the server is full, or the queue is of another version.
 */
export async function connectFleet(options: ConnectOptions): Promise<FleetConnection> {
  const { queueName, version, notice = () => {} } = options;
  if (!QUEUE_NAME.test(queueName)) {
    throw new FleetError('usage', `--queue-name must be letters, digits, - and _, at most 64, got '${queueName}'.`);
  }
  const address = parseAddress(options.url);
  const shown = showAddress(address);
  const database = Number(address.pathname.slice(1) || 0);
  const host = address.hostname.replace(/^\[|\]$/g, '');
  let connected = false;
  let lost = false;
  let reason = '';
  const redis = new Redis({
    host,
    port: Number(address.port || 6379),
    db: database,
    ...(address.username && { username: decodeURIComponent(address.username) }),
    password: options.password ?? (decodeURIComponent(address.password) || undefined),
    // a certificate can name an address, but not for the extension that tells the server which one is wanted
    ...(address.protocol === 'rediss:' && { tls: isIP(host) ? {} : { servername: host } }),
    lazyConnect: true,
    connectTimeout: CONNECT_MS,
    maxRetriesPerRequest: null,
    retryStrategy: (times) => (connected ? Math.min(100 * times, MAX_RETRY_MS) : null),
  });
  redis.on('error', (error: Error) => {
    reason = describeReason(error);
    if (!connected || lost) return;
    lost = true;
    notice(`lost Redis at ${shown} (${reason}); waiting for it.`);
  });
  const recover = () => {
    if (lost) notice(`Redis at ${shown} is back.`);
    lost = false;
  };
  redis.on('ready', recover);
  const silence = () => {
    if (lost) return;
    lost = true;
    notice(`Redis at ${shown} does not answer; waiting for it.`);
  };
  const keys = new Keys(queueName);
  const own = `${version}, layout ${LAYOUT}`;
  const cannotUse = (what: string) => new FleetError('failed', `cannot use Redis at ${shown}: ${what}.`);
  /** Nothing is known if we may not ask. */
  const checkServer = (facts: string | null | undefined) => {
    if (facts === undefined) return;
    const [, version = ''] = /redis_version:([\d.]+)/.exec(facts ?? '') ?? [];
    if (version === '') throw cannotUse('an answer that is not of a Redis server');
    if (Number.parseInt(version, 10) < LEAST_VERSION) {
      throw cannotUse(`it is version ${version}, and must be ${LEAST_VERSION} or newer`);
    }
  };
  const greet = async () => {
    await redis.connect();
    // asked again: the client stays in database 0 without a word where there is no such one
    await redis.select(database);
    checkServer(await redis.info('server').catch(() => undefined));
    connected = true;
    if (!options.looksOnly) await redis.setnx(keys.version, own);
    return (await redis.get(keys.version)) ?? own;
  };
  try {
    const found = await answerOf(greet());
    if (found !== own) {
      throw new FleetError(
        'failed',
        `the queue "${queueName}" at ${shown} is of ${found}, this is ${own}: use the same version, or another --queue-name.`,
      );
    }
  } catch (error) {
    redis.disconnect();
    if (error instanceof FleetError) throw error;
    const hint = address.protocol === 'rediss:' && /timed out/.test(reason) ? ', or it does not speak TLS' : '';
    throw cannotUse(`${reason || describeReason(error as Error)}${hint}`);
  }
  let refused = '';
  const mention = (error: unknown) => {
    // a connection that is cut says so itself, and when it is back
    if (!isRefusal(error)) return;
    const what = describeReason(error);
    if (what !== refused) notice(`Redis at ${shown} refuses work: ${what}; waiting.`);
    refused = what;
  };
  const succeeded = () => {
    refused = '';
  };
  const pulse = watchPulse(redis, silence, recover);
  return {
    ...{ redis, keys, queueName, shown, mention, succeeded },
    trouble: () =>
      (lost || redis.status !== 'ready' ? 'no redis' : refused && `redis refuses work: ${refused}`) || undefined,
    explain: (error) => (isRedisFault(error) ? cannotUse(describeReason(error)) : undefined),
    async outwait(work, isUnwanted) {
      const result = await outwait(work, isUnwanted, mention);
      succeeded();
      return result;
    },
    async close() {
      clearInterval(pulse);
      // a server that does not answer does not answer to this either
      await answerOf(redis.quit()).catch(() => redis.disconnect());
    },
  };
}

/** A server that takes a connection and then says nothing is none. */
async function answerOf<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })), ANSWER_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** A server can keep its connections and do nothing, frozen or out of reach: no error tells of that. */
function watchPulse(redis: Redis, silence: () => void, back: () => void): NodeJS.Timeout {
  let askedAt: number | undefined;
  let silent = false;
  return setInterval(() => {
    if (askedAt === undefined) {
      askedAt = performance.now();
      const answered = () => {
        askedAt = undefined;
        if (silent) back();
        silent = false;
      };
      redis.ping().then(answered, answered);
    } else if (!silent && performance.now() - askedAt >= 2 * PULSE_MS) {
      silent = true;
      silence();
    }
  }, PULSE_MS).unref();
}

/** Addresses are shown without user and password, here and in every message. */
function parseAddress(text: string): URL {
  let address: URL;
  try {
    address = new URL(text);
  } catch {
    throw new FleetError(
      'usage',
      '--queue must be an address such as redis://127.0.0.1:6379 (# / ? in a password as %23 %2F %3F), got something else.',
    );
  }
  if (address.protocol !== 'redis:' && address.protocol !== 'rediss:') {
    throw new FleetError('usage', `--queue must start with redis:// or rediss://, got ${address.protocol}//.`);
  }
  if (address.hostname === '' || !/^(\/\d*)?$/.test(address.pathname)) {
    throw new FleetError(
      'usage',
      '--queue must be an address such as redis://127.0.0.1:6379/0, got no host, or no number of a database.',
    );
  }
  if (address.search !== '' || address.hash !== '') {
    throw new FleetError(
      'usage',
      '--queue: what follows ? or # in the address has no meaning here (in a password write %3F, %23).',
    );
  }
  try {
    decodeURIComponent(address.username + address.password);
  } catch {
    throw new FleetError('usage', '--queue: a % in the user or password must be written %25.');
  }
  return address;
}

function showAddress({ protocol, hostname, port, pathname }: URL): string {
  return `${protocol}//${hostname}:${port || 6379}${pathname === '/' ? '' : pathname}`;
}
