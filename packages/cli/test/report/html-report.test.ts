import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { HtmlReport } from '../../src/report/html-report.ts';
import { makeFolder } from '../start-cli.ts';

it('names that turn the direction of writing are shown in the page, not obeyed', async () => {
  const template = join(makeFolder(), 'page.html');
  writeFileSync(template, '<body><!--DATA--></body>');
  let page = '';
  const write = async (text: string) => {
    page += text;
  };
  const report = new HtmlReport({
    output: { write, end: async () => {}, discard: () => {} },
    generator: 'test',
    pairs: 'edge-triangle',
    inputCount: 1,
    measuresAll: true,
    template: pathToFileURL(template),
    verdict: () => '',
    facts: () => [],
    written: () => {},
  });
  report.failed({ kind: 'file', name: 'a\u202egnp.obj' }, { kind: 'unreadable', message: 'a\u202egnp.obj: no.' });
  await report.end();
  const payload = inflateSync(Buffer.from(/id="payload">([^<]*)</.exec(page)![1], 'base64')).toString();
  expect(payload).not.toContain('\u202e');
  expect(JSON.parse(payload).files[0]).toMatchObject({ name: 'a\\u202egnp.obj', verdict: 'a\\u202egnp.obj: no.' });
});
