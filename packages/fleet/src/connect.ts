import { Redis } from 'ioredis';
import { FleetError } from './fleet-error.ts';
import { Keys } from './keys.ts';

export interface ConnectOptions {
  /** redis:// or rediss://, perhaps with user and password. */
  readonly url: string;
  /** Instead of one in the address. */
  readonly password?: string;
  /** Several fleets can share a server. */
  readonly queueName: string;
  /** What client and workers must have in common, such as `selfcollide 0.1.0`. */
  readonly version: string;
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
  close(): Promise<void>;
}

/** Layout of keys and values; changes when an older program could not read them. */
const LAYOUT = 1;
const CONNECT_MS = 5000;
const MAX_RETRY_MS = 2000;
const QUEUE_NAME = /^[\w-]{1,64}$/;

/**
 * Connects to the server of a queue. Later interruptions are waited out: commands go on when it is back.
 *
 * @throws FleetError if the address makes no sense, nobody answers there, or the queue is of another version.
 */
export async function connectFleet(options: ConnectOptions): Promise<FleetConnection> {
  const { queueName, version, notice = () => {} } = options;
  if (!QUEUE_NAME.test(queueName)) {
    throw new FleetError('usage', `--queue-name must be letters, digits, - and _, at most 64, got ${queueName}.`);
  }
  const address = parseAddress(options.url);
  const shown = showAddress(address);
  let connected = false;
  let lost = false;
  let reason = '';
  const redis = new Redis({
    host: address.hostname.replace(/^\[|\]$/g, ''),
    port: Number(address.port || 6379),
    db: Number(address.pathname.slice(1) || 0),
    ...(address.username && { username: decodeURIComponent(address.username) }),
    password: options.password ?? (decodeURIComponent(address.password) || undefined),
    ...(address.protocol === 'rediss:' && { tls: { servername: address.hostname } }),
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
  redis.on('ready', () => {
    if (lost) notice(`Redis at ${shown} is back.`);
    lost = false;
  });
  try {
    await redis.connect();
    await redis.ping();
  } catch (error) {
    redis.disconnect();
    throw new FleetError('failed', `cannot use Redis at ${shown}: ${reason || describeReason(error as Error)}.`);
  }
  connected = true;
  const keys = new Keys(queueName);
  const own = `${version}, layout ${LAYOUT}`;
  await redis.setnx(keys.version, own);
  const found = await redis.get(keys.version);
  if (found !== own) {
    redis.disconnect();
    throw new FleetError(
      'failed',
      `the queue "${queueName}" at ${shown} is of ${found}, this is ${own}: use the same version, or another --queue-name.`,
    );
  }
  return {
    ...{ redis, keys, queueName, shown },
    async close() {
      await redis.quit().catch(() => redis.disconnect());
    },
  };
}

/** Addresses are shown without user and password, here and in every message. */
function parseAddress(text: string): URL {
  let address: URL;
  try {
    address = new URL(text);
  } catch {
    throw new FleetError('usage', '--queue must be an address such as redis://127.0.0.1:6379, got something else.');
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

function describeReason(error: Error & { readonly code?: string }): string {
  const text = `${error.code ?? ''} ${error.message}`;
  if (/ECONNREFUSED/.test(text)) return 'nobody answers there (connection refused)';
  if (/ENOTFOUND|EAI_AGAIN/.test(text)) return 'there is no such host';
  if (/ETIMEDOUT/.test(text)) return 'nobody answers there (timed out)';
  if (/WRONGPASS|invalid password|without any password/.test(text)) return 'it refuses the user name or password';
  if (/NOAUTH/.test(text)) return 'it asks for a password';
  if (/NOPERM/.test(text)) return 'the user has no permission for what is needed';
  if (/ECONNRESET|Connection is closed/.test(text)) return 'the connection was closed';
  if (/CERT|certificate|SSL|TLS/i.test(text)) return `no secure connection (${error.code ?? 'TLS'})`;
  return error.code ?? 'an answer that is not of a Redis server';
}
