import { formatCount, plural, towardsZero } from '../report/format-number.ts';
import { formatTable, indent } from '../report/format-table.ts';
import { showText } from '../report/show-text.ts';
import type { CertifyFileReport, WitnessReport } from './certify-report.ts';

/** Pairs listed at most; the JSON has all. */
const MAX_PAIRS = 40;

/** What `selfcollide certify` prints. Ends of free ranges are rounded towards 0, so that they can be typed in. */
export function certifyText(report: CertifyFileReport): string {
  const { file, object, triangles, targets, rest, pairs, together } = report;
  const names = targets.map(({ name }) => name);
  const head = `${showText(file)}: ${showText(object)}, ${plural(triangles, 'triangle')}, ${plural(targets.length, 'morph target')}`;
  const atRest =
    rest.contacts + rest.trianglePairs === 0
      ? 'Nothing touches at rest.'
      : `${plural(rest.contacts, 'contact')} at rest; ${leftOut(rest.trianglePairs)}`;
  const rows = targets.map(({ name, low, high, freeLow, freeHigh, status, stoppedBy }) => [
    name,
    `${low} to ${high}`,
    status === 'free' ? 'all of it' : `${towardsZero(freeLow)} to ${towardsZero(freeHigh)}`,
    status === 'undecided'
      ? 'undecided'
      : [stoppedBy.low, stoppedBy.high].flatMap((w) => (w ? [atWeights(w, names)] : [])).join('; '),
  ]);
  const lines = [head, indent(atRest), '', indent(formatTable(['target', 'range', 'free', 'then'], rows, []))];
  if (pairs) {
    const bad = pairs.filter(({ status }) => status !== 'free');
    lines.push(
      '',
      indent(`Two at a time: ${formatCount(pairs.length - bad.length)} of ${plural(pairs.length, 'pair')} free.`),
    );
    const pairRows = bad
      .sort((x, y) => x.freeShare - y.freeShare)
      .slice(0, MAX_PAIRS)
      .map(({ a, b, status, freeShare, witness }) => [
        `${a} + ${b}`,
        `${Math.floor(100 * freeShare)} %`,
        witness ? atWeights(witness, names) : status,
      ]);
    if (bad.length > 0) lines.push(indent(formatTable(['targets', 'free share of both', 'then'], pairRows, [1])));
    if (bad.length > MAX_PAIRS)
      lines.push(indent(`and ${formatCount(bad.length - MAX_PAIRS)} more; --json lists all.`));
  }
  if (together) {
    const { status, witness } = together;
    const what = status === 'free' ? 'proved free.' : witness ? `${atWeights(witness, names)}.` : 'undecided.';
    lines.push('', indent(`All together: ${what}`));
  }
  lines.push('', verdict(report));
  return lines.join('\n');
}

/** Pairs are counted as ranges lead to them: of empty ranges none is. */
function leftOut(pairs: number): string {
  if (pairs === 0) return 'they are left out.';
  return `they are left out, of ${plural(pairs, 'pair')} of triangles that ranges lead to.`;
}

function verdict({ status, targets, pairs, undecided, freeTriangles, triangles }: CertifyFileReport): string {
  const stopped = targets.filter((target) => target.status === 'collides').length;
  const colliding = pairs?.filter((pair) => pair.status === 'collides').length ?? 0;
  if (status === 'free') return 'Proved: no contacts beyond those at rest, in all that was asked for.';
  const found = [
    ...(stopped > 0 ? [`${plural(stopped, 'target')} hit something alone`] : []),
    ...(colliding > 0 ? [`${plural(colliding, 'pair')} only together`] : []),
    ...(undecided > 0 ? [`${plural(undecided, 'claim')} undecided`] : []),
  ];
  return `${found.join(', ')}; ${formatCount(freeTriangles)} of ${plural(triangles, 'triangle')} never concerned.`;
}

function atWeights({ weights, triangles }: WitnessReport, names: readonly string[]): string {
  const set = weights.flatMap((weight, i) => (weight !== 0 ? [`${names[i]} ${Number(weight.toPrecision(4))}`] : []));
  return `triangles ${triangles.join(' and ')} touch at ${set.join(', ')}`;
}
