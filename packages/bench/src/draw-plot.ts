export interface Series {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

export interface PlotLabels {
  readonly title: string;
  readonly x: string;
  readonly y: string;
  /** Powers of ten at equal distances, for series that differ by factors. Default false: the axis starts at 0. */
  readonly logY?: boolean;
  /** Names of the series beside the plot instead of inside it, for many series. Default false. */
  readonly legendOutside?: boolean;
}

const WIDTH = 640;
const HEIGHT = 360;
const LEFT = 56;
const RIGHT = 16;
const TOP = 40;
const BOTTOM = 48;
const LEGEND = 190;
const COLOURS = [
  ...['#c2410c', '#1d4ed8', '#15803d', '#7e22ce'],
  ...['#0891b2', '#a16207', '#db2777', '#525252', '#65a30d'],
];

/** A line plot as an SVG file. The x axis starts at 0. */
export function drawPlot(series: readonly Series[], labels: PlotLabels): string {
  const points = series.flatMap((one) => one.points);
  const ticksX = niceTicks(Math.max(...points.map(([x]) => x)));
  const heights = points.map(([, y]) => y);
  const ticksY = labels.logY ? powerTicks(Math.min(...heights), Math.max(...heights)) : niceTicks(Math.max(...heights));
  const endX = ticksX[ticksX.length - 1];
  const scaleY = labels.logY ? Math.log10 : (y: number) => y;
  const startY = scaleY(ticksY[0]);
  const endY = scaleY(ticksY[ticksY.length - 1]);
  const width = WIDTH + (labels.legendOutside ? LEGEND : 0);
  const legendX = labels.legendOutside ? WIDTH : WIDTH - LEGEND;
  const atX = (x: number) => round(LEFT + (x / endX) * (WIDTH - LEFT - RIGHT));
  const atY = (y: number) =>
    round(HEIGHT - BOTTOM - ((scaleY(y) - startY) / (endY - startY)) * (HEIGHT - TOP - BOTTOM));

  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    `<title>${escapeXml(labels.title)}</title>`,
    `<rect width="${width}" height="${HEIGHT}" fill="#fff"/>`,
    `<text x="${LEFT}" y="20" font-size="14" font-weight="bold">${escapeXml(labels.title)}</text>`,
  ];
  for (const y of ticksY) {
    parts.push(`<path d="M${LEFT} ${atY(y)}H${WIDTH - RIGHT}" stroke="#ddd"/>`);
    parts.push(`<text x="${LEFT - 6}" y="${atY(y) + 4}" text-anchor="end">${y}</text>`);
  }
  for (const x of ticksX) {
    parts.push(`<path d="M${atX(x)} ${HEIGHT - BOTTOM}v5" stroke="#333"/>`);
    parts.push(`<text x="${atX(x)}" y="${HEIGHT - BOTTOM + 18}" text-anchor="middle">${x}</text>`);
  }
  parts.push(`<path d="M${LEFT} ${TOP}V${HEIGHT - BOTTOM}H${WIDTH - RIGHT}" fill="none" stroke="#333"/>`);
  parts.push(
    `<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 10}" text-anchor="middle">${escapeXml(labels.x)}</text>`,
  );
  const middle = (TOP + HEIGHT - BOTTOM) / 2;
  parts.push(
    `<text x="14" y="${middle}" text-anchor="middle" transform="rotate(-90 14 ${middle})">${escapeXml(labels.y)}</text>`,
  );
  series.forEach((one, i) => {
    const colour = COLOURS[i % COLOURS.length];
    const line = one.points.map(([x, y]) => `${atX(x)},${atY(y)}`).join(' ');
    parts.push(`<polyline points="${line}" fill="none" stroke="${colour}" stroke-width="1.5"/>`);
    const row = TOP + 10 + 18 * i;
    parts.push(`<path d="M${legendX} ${row}h24" stroke="${colour}" stroke-width="2"/>`);
    parts.push(`<text x="${legendX + 30}" y="${row + 4}">${escapeXml(one.name)}</text>`);
  });
  return `${[...parts, '</svg>'].join('\n')}\n`;
}

/** 0 and up, in steps of 1, 2 or 5 times a power of ten, at least as far as `max`; four to ten of them. */
export function niceTicks(max: number): number[] {
  if (!(max > 0 && max < Number.POSITIVE_INFINITY)) return [0, 1];
  const power = 10 ** Math.floor(Math.log10(max / 5));
  const step = [1, 2, 5, 10].map((k) => k * power).find((size) => max / size <= 9) ?? 10 * power;
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  return Array.from({ length: Math.ceil(max / step - 1e-9) + 1 }, (_, i) => Number((i * step).toFixed(decimals)));
}

/** Powers of ten from at most `min` to at least `max`, two or more. */
export function powerTicks(min: number, max: number): number[] {
  if (!(min > 0 && max >= min && max < Number.POSITIVE_INFINITY)) return [1, 10];
  const first = Math.floor(Math.log10(min) + 1e-9);
  const last = Math.max(Math.ceil(Math.log10(max) - 1e-9), first + 1);
  return Array.from({ length: last - first + 1 }, (_, i) => Number(`1e${first + i}`));
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
