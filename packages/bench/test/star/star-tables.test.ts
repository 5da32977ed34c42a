import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryFolder } from '../../src/repository-folder.ts';
import { checkContacts } from '../../src/star/check-contacts.ts';
import { drawFigures } from '../../src/star/figures.ts';
import { PAPER_TASKS, paperTable } from '../../src/star/paper-table.ts';
import { comparisons, fastestRival, formatPairCounts, formatPeerTimes } from '../../src/star/peer-tables.ts';
import { isMet, listGoals } from '../../src/star/reach.ts';
import { fillPage, formatSections } from '../../src/star/run-star-report.ts';
import { formatTableOne, shortName } from '../../src/star/table-one.ts';
import { checkSvg } from '../check-svg.ts';
import { result, times } from './results.ts';

/** The cells after a row's name. */
function cells(table: string, name: string, occurrence = 0): string[] {
  const lines = table.split('\n').filter((line) => line.startsWith(name));
  return lines[occurrence].slice(name.length).trim().split(/ {2,}/);
}

describe('the paper’s numbers', () => {
  it('have nine tasks that make up the whole, and a faster SCTT than boxes but for the small horse', () => {
    const columns = Object.values(paperTable).flat();
    expect(columns).toHaveLength(12);
    for (const { tasks, rest } of columns) {
      expect(tasks).toHaveLength(PAPER_TASKS.length);
      expect(tasks.reduce((a, b) => a + b)).toBeCloseTo(100, 0);
      expect(rest.star).toBeLessThan(rest.boxes);
      expect(rest.boxes).toBeLessThan(rest.hash);
    }
  });
});

describe('Table 1', () => {
  const text = formatTableOne([result('twisted-cloth'), result('rolling-spiky-bunny')]);

  it('has times at rest and on average', () => {
    expect(cells(text, 'SCTT, our default (0)')).toEqual(['1.05', '1.05']);
    expect(cells(text, 'SCTT, our default (avg)')).toEqual(['3.15', '3.15']);
    expect(cells(text, 'AABB-Tree (avg)')).toEqual(['12.6', '12.6']);
  });

  it('has our speed-ups beside the paper’s', () => {
    expect(cells(text, 'over AABB-Tree (0): paper')).toEqual(['2.84', '–']);
    expect(cells(text, 'over AABB-Tree (avg): paper')).toEqual(['2.38', '0.83']);
    expect(cells(text, '  ours as in the paper', 0)).toEqual(['4.00', '4.00']);
    expect(cells(text, '  our default', 0)).toEqual(['8.00', '8.00']);
    expect(cells(text, '  our default', 4)).toEqual(['2.00', '2.00']); // over no contour
  });

  it('has missed contacts and tasks', () => {
    expect(cells(text, 'missed, %')).toEqual(['2.73', '2.73']);
    expect(cells(text, 'worst frame: missed')).toEqual(['3', '3']);
    expect(cells(text, 'Update BVs', 0)).toEqual(['90.0 (36.1)', '90.0']);
    expect(cells(text, 'Primit. (Contour)', 1)).toEqual(['100.0', '100.0']);
  });

  it('shortens names', () => {
    const names = ['character', 'twisted-cloth', 'rolling-bunny', 'rolling-bumpy-bunny', 'deflating-animal'];
    expect(names.map(shortName)).toEqual(['character', 'twisted', 'bunny', 'bumpy', 'animal']);
  });
});

describe('peers', () => {
  const data = result('cloth-ball', { kind: 'data', frames: ['92', '93'], triangles: 92_230 });

  it('are compared at rest and on average, few frames of data each for itself', () => {
    expect(comparisons([result('a'), data]).map(({ title }) => title)).toEqual([
      'a 4,096, rest',
      'a 4,096, avg',
      'cloth-ball 92',
      'cloth-ball 93',
    ]);
  });

  it('the fastest besides star-contour is named, never what misses contacts', () => {
    for (const comparison of comparisons([result('a'), data])) {
      expect(fastestRival(comparison)).toEqual({ name: 'embree', ratio: 3 });
    }
    const text = formatPeerTimes('title', comparisons([result('a', {}, 0.5)]));
    expect(text).not.toContain('unsafe');
    expect(text).toMatch(/embree +0\.50× \*$/m);
  });

  it('counts that differ are printed', () => {
    expect(cells(formatPairCounts([result('a')]), 'a 4,096')).toEqual(['2', '99', '100', '=']);
  });
});

describe('goals', () => {
  const sheet = result('flat-sheet', { kind: 'sheet', frames: [], triangles: 80_000 });

  it('are listed with what was measured', () => {
    const goals = listGoals([result('twisted-cloth'), sheet, result('cloth-ball', { kind: 'data' })]);
    const short = goals.map((goal) => [goal.text.replace(/ [\d,]+, /, ' '), goal.measured, isMet(goal)]);
    expect(short).toEqual([
      ['twisted-cloth avg: Embree / star-contour', 3, true],
      ['twisted-cloth avg: CGAL, the faster form / star-contour', 16, true],
      ['flat-sheet rest: Embree / star-contour', 3, false],
      ['flat-sheet rest: CGAL, the faster form / star-contour', 16, true],
      ['twisted-cloth rest: next best (embree) / star-contour', 3, true],
      ['twisted-cloth avg: next best (embree) / star-contour', 3, true],
      ['flat-sheet rest: next best (embree) / star-contour', 3, true],
      ['cloth-ball 0: next best (embree) / star-contour', 3, true],
      ['cloth-ball 99: next best (embree) / star-contour', 3, true],
    ]);
  });

  it('fall short where a peer is faster', () => {
    const goals = listGoals([result('character', {}, 0.9), result('cloth-ball', { kind: 'data' }, 0.7)]);
    expect(goals.map(isMet)).toEqual([false, false, false, false]);
  });

  it('leave out peers that are not there', () => {
    const { times: all } = sheet;
    const alone = { ...all, contenders: all.contenders.slice(0, 5) };
    expect(listGoals([{ ...sheet, times: alone }]).map(({ text }) => text)).toEqual([
      'flat-sheet 80,000, rest: next best (optimised-box-tree) / star-contour',
    ]);
  });
});

describe('contacts', () => {
  it('must be the same set for safe methods only', () => {
    const right = result('a');
    expect(checkContacts([right])).toEqual([]);
    const wrong = {
      ...right.times,
      contenders: [...right.times.contenders, times('x', 1, { contacts: [1], hash: '0' })],
    };
    expect(checkContacts([{ ...right, times: wrong }])).toEqual([
      expect.stringMatching(/on a 4096 they found .*x 1 \(0\)/),
    ]);
  });
});

describe('the page', () => {
  const results = [result('twisted-cloth'), result('twisted-cloth', { triangles: 16_384 }), result('character')];

  it('gets a figure of the largest mesh of each scene', () => {
    const figures = drawFigures([...results, result('flat-sheet', { kind: 'sheet', frames: [] })]);
    expect(figures.map(({ file, title }) => [file, title])).toEqual([
      ['star-contour-twisted-cloth.svg', 'twisted-cloth, 16,384 triangles'],
      ['star-contour-character.svg', 'character, 4,096 triangles'],
    ]);
    for (const { svg } of figures) {
      checkSvg(svg);
      expect(svg.match(/<polyline/g)).toHaveLength(7);
    }
  });

  it('has the marks, and keeps all else when filled again', () => {
    const page = readFileSync(join(repositoryFolder(), 'docs', 'papers', 'star-contour.md'), 'utf8');
    const sections = formatSections(results, 'run on this machine');
    const once = fillPage(page, sections, drawFigures(results));
    expect(once).toContain('![character, 4,096 triangles](star-contour-character.svg)');
    expect(once).toContain(sections['table 1']);
    expect(once).toContain('run on this machine');
    expect(fillPage(once, sections, drawFigures(results))).toBe(once);
    const prose = (text: string) => text.replace(/(<!-- ([\w ]+) begins -->)[\s\S]*?(<!-- \2 ends -->)/g, '$1$3');
    expect(prose(once)).toBe(prose(page));
  });
});
