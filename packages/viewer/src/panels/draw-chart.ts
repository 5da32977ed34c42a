import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { methodLook, methodNames } from '../methods.ts';

/** A chart of one quantity, a line per method, in the colours of what it is put into. Loaded, with the library, when a chart is first opened. */
export function drawChart(box: HTMLElement, title: string, width: number, data: uPlot.AlignedData): uPlot {
  const line = { stroke: 'rgb(128 128 128 / 25%)', width: 1 };
  const axis = { stroke: getComputedStyle(box).color, grid: line, ticks: line, font: '12px system-ui' };
  box.setAttribute('role', 'img');
  box.setAttribute('aria-label', `Chart: ${title}, by frame, for each method measured`);
  return new uPlot(
    {
      title,
      width,
      height: 170,
      scales: { x: { time: false }, y: { range: (_, __, high) => [0, (high || 1) * 1.05] } },
      axes: [axis, { ...axis, size: 54, values: (_, ticks) => ticks.map(short) }],
      series: [
        { label: 'Frame' },
        ...methodNames.map((method) => ({
          label: method,
          stroke: methodLook(method).color,
          width: 1.5,
          points: { size: 4 },
          value: (_: unknown, value: number | null) => short(value),
        })),
      ],
      legend: { live: false },
      cursor: { drag: { x: false, y: false } },
    },
    data,
    box,
  );
}

/** A value in few letters: 950, 12.5k, 1.2M. */
function short(value: number | null): string {
  if (value === null) return '–';
  const [divisor, letter] = value >= 1e6 ? [1e6, 'M'] : value >= 1000 ? [1000, 'k'] : [1, ''];
  return `${Number((value / divisor).toPrecision(3))}${letter}`;
}
