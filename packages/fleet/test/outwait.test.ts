import { expect, it } from 'vitest';
import { describeReason, isRedisFault, outwait, passes } from '../src/redis-faults.ts';

const refusal = (message: string) => Object.assign(new Error(message), { name: 'ReplyError' });
const FULL = refusal("OOM command not allowed when used memory > 'maxmemory'. script: a6c8, on @user_script:3.");

it('does work again that Redis refused, says so, and lets other errors through', async () => {
  const said: unknown[] = [];
  let tries = 0;
  const work = async () => {
    if (++tries < 4) throw FULL;
    return 'done';
  };
  const never = () => false;
  expect(await outwait(work, never, (error) => said.push(error), 1)).toBe('done');
  expect(tries).toBe(4);
  expect(said).toEqual([FULL, FULL, FULL]);
  const broken = new Error('broken');
  await expect(
    outwait(
      () => Promise.reject(broken),
      never,
      () => {},
      1,
    ),
  ).rejects.toBe(broken);
  const wrong = refusal('ERR wrong number of arguments');
  await expect(
    outwait(
      () => Promise.reject(wrong),
      never,
      () => {},
      1,
    ),
  ).rejects.toBe(wrong);
});

it('ends when the work is not wanted any more', async () => {
  let tries = 0;
  const work = () => Promise.reject(FULL);
  await expect(
    outwait(
      work,
      () => ++tries === 3,
      () => {},
      1,
    ),
  ).rejects.toBe(FULL);
  expect(tries).toBe(3);
});

it.each([
  [FULL, 'it is full (maxmemory)', true],
  [refusal("READONLY You can't write against a read only replica."), 'it is a replica, which can only be read', true],
  [refusal('MISCONF Redis is configured to save RDB snapshots'), 'it cannot write to its disk', true],
  [refusal('LOADING Redis is loading the dataset in memory'), 'it is not ready for use', true],
  [refusal('NOPERM this user has no permissions'), 'the user has no permission for what is needed', false],
  [refusal('NOAUTH Authentication required.'), 'it asks for a password', false],
  [
    Object.assign(refusal('EXECABORT Transaction discarded because of previous errors.'), { previousErrors: [FULL] }),
    'it is full (maxmemory)',
    true,
  ],
  [
    refusal('EXECABORT Transaction discarded because of previous errors.'),
    'it refuses what is to be written; perhaps it is full',
    true,
  ],
  [
    Object.assign(new Error('Command aborted due to connection close'), { name: 'AbortError' }),
    'the connection was closed',
    true,
  ],
  [new Error('Connection is closed.'), 'the connection was closed', true],
  [
    Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED', syscall: 'connect' }),
    'nobody answers there (connection refused)',
    true,
  ],
])('%s has a sentence, and waiting helps or not', (error, sentence, helps) => {
  expect(isRedisFault(error)).toBe(true);
  expect(describeReason(error)).toBe(sentence);
  expect(passes(error)).toBe(helps);
});

it.each([
  new Error('broken'),
  refusal('ERR wrong number of arguments'),
  Object.assign(new Error('x'), { code: 'ENOSPC' }),
])('%s is no fault of Redis', (error) => {
  expect(isRedisFault(error)).toBe(false);
  expect(passes(error)).toBe(false);
});
