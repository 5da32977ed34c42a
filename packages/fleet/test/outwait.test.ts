import { expect, it } from 'vitest';
import { outwait } from '../src/connect.ts';

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
