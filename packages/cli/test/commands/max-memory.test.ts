import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { crossing, toObj } from '../meshes.ts';
import { callCli, startCli } from '../start-cli.ts';

describe('check --max-memory', () => {
  let home: string;
  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), 'selfcollide-memory-'));
    writeFileSync(join(home, 'small.obj'), toObj({ crossing }));
    writeFileSync(join(home, 'star.obj'), star(3000));
  });
  afterAll(() => rmSync(home, { recursive: true, force: true }));

  it('gives up a file that needs more, says so, and checks the others', async () => {
    const args = ['check', 'star.obj', 'small.obj', '--max-memory', '500', '--threads', '1', '--json', '-', '--quiet'];
    const { status, out, err } = await startCli(args, { cwd: home });
    expect(err).toBe('star.obj: --max-memory: the program has reached 500 MB; it is left out.\n');
    expect(status).toBe(3);
    const { files } = JSON.parse(out);
    expect(files.map((file: { summary: object }) => file.summary)).toMatchObject([
      { failedFrames: 1 },
      { failedFrames: 0 },
    ]);
  });

  it('changes nothing for a file that needs less', async () => {
    const args = ['check', join(home, 'small.obj'), '--json', '-', '--quiet'];
    const strip = (text: string) => text.replace(/"seconds":[\d.e-]+/g, '');
    const plain = await startCli(args, { cwd: home });
    const limited = await startCli([...args, '--max-memory', '4000'], { cwd: home });
    expect(limited.status).toBe(1);
    expect(strip(limited.out)).toBe(strip(plain.out));
  });

  it('is for this machine', async () => {
    const { status, err } = await callCli(['check', 'x.obj', '--queue', 'redis://127.0.0.1:1', '--max-memory', '10']);
    expect(status).toBe(2);
    expect(err).toContain('give it to the workers');
  });
});

/** Triangles that all cross each other. */
function star(count: number): string {
  let text = '';
  for (let i = 0; i < count; i++) {
    const [x, y, z] = [Math.cos((Math.PI * i) / count), Math.sin((Math.PI * i) / count), i * 1e-4];
    text += `v ${10 * x} ${10 * y} ${z}\nv ${-10 * x} ${-10 * y} ${z}\nv ${x} ${y} 20\n`;
  }
  for (let i = 0; i < count; i++) text += `f ${3 * i + 1} ${3 * i + 2} ${3 * i + 3}\n`;
  return text;
}
