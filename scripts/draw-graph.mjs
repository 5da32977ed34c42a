import { rankNodes } from './import-graph.mjs';

const [WIDTH, HEIGHT, GAP_X, GAP_Y, MARGIN, TITLE] = [150, 30, 24, 56, 24, 34];

/**
 * Graphs one below the other as an SVG: a row a rank, those that import nothing at the bottom. An import that also follows from others
 * is pale.
 */
export function drawGraphs(graphs) {
  const parts = [];
  let top = MARGIN;
  let right = 0;
  for (const [title, graph] of graphs) {
    const { places, width, height } = placeNodes(graph, top + TITLE);
    parts.push(`<text x="${MARGIN}" y="${top + 14}" font-weight="bold">${title}</text>`);
    const implied = findImplied(graph);
    // pale ones first, so that they lie below
    for (const pale of [true, false]) {
      for (const [from, targets] of graph) {
        for (const to of targets) {
          if (implied.has(`${from} ${to}`) === pale) parts.push(drawEdge(places.get(from), places.get(to), pale));
        }
      }
    }
    for (const [node, [x, y]] of places) {
      parts.push(`<rect x="${x}" y="${y}" width="${WIDTH}" height="${HEIGHT}" rx="6" fill="#fff" stroke="#345"/>`);
      parts.push(`<text x="${x + WIDTH / 2}" y="${y + HEIGHT / 2 + 4}" text-anchor="middle">${node}</text>`);
    }
    top += TITLE + height + MARGIN;
    right = Math.max(right, width);
  }
  const size = `width="${right + 2 * MARGIN}" height="${top}"`;
  const arrow =
    '<marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z" fill="context-stroke"/></marker>';
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="sans-serif" font-size="12"><defs>${arrow}</defs><rect width="100%" height="100%" fill="#fff"/>\n${parts.join('\n')}\n</svg>\n`;
}

function placeNodes(graph, top) {
  const ranks = rankNodes(graph);
  const highest = Math.max(...ranks.values());
  const rows = Array.from({ length: highest + 1 }, (_, i) =>
    [...graph.keys()].filter((n) => ranks.get(n) === highest - i),
  );
  const rowWidth = (count) => count * (WIDTH + GAP_X) - GAP_X;
  const width = Math.max(...rows.map((row) => rowWidth(row.length)));
  const places = new Map();
  rows.forEach((row, i) => {
    // rows of one node are shifted in turns: else their arrows would lie on one line
    const shift = row.length === 1 ? (i % 2 === 0 ? -1 : 1) * Math.min(60, (width - WIDTH) / 2) : 0;
    const left = MARGIN + (width - rowWidth(row.length)) / 2 + shift;
    row.forEach((node, k) => {
      places.set(node, [left + k * (WIDTH + GAP_X), top + i * (HEIGHT + GAP_Y)]);
    });
  });
  return { places, width, height: rows.length * (HEIGHT + GAP_Y) - GAP_Y };
}

function drawEdge([fromX, fromY], [toX, toY], pale) {
  const [x, y, u, v] = [fromX + WIDTH / 2, fromY + HEIGHT, toX + WIDTH / 2, toY];
  const bend = (v - y) / 2;
  return `<path d="M${x} ${y}C${x} ${y + bend} ${u} ${v - bend} ${u} ${v}" fill="none" stroke="${pale ? '#ccd' : '#345'}" marker-end="url(#arrow)"/>`;
}

/** Edges whose end is reached from their start by a longer way too. */
function findImplied(graph) {
  const reached = new Map();
  const reach = (node) => {
    if (!reached.has(node)) reached.set(node, new Set(graph.get(node).flatMap((to) => [to, ...reach(to)])));
    return reached.get(node);
  };
  const implied = new Set();
  for (const [from, targets] of graph) {
    for (const to of targets) {
      if (targets.some((between) => between !== to && reach(between).has(to))) implied.add(`${from} ${to}`);
    }
  }
  return implied;
}
