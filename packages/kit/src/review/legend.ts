import { byId } from '../elements.ts';
import { DISTANCE_GRADIENT } from '../picture/distance-colors.ts';

/** What colours mean, from red over yellow to blue. Ends are numbers with their unit. */
export interface Legend {
  readonly title: string;
  readonly from: string;
  readonly to: string;
}

/** Null: nothing is coloured by a number. */
export function showLegend(legend: Legend | null): void {
  byId('legend').hidden = legend === null;
  if (legend === null) return;
  const { title, from, to } = legend;
  byId('legend-title').textContent = title;
  byId('legend-scale').style.background = DISTANCE_GRADIENT;
  byId('legend-scale').ariaLabel = `Colours of triangles, ${title}: from red, ${from}, over yellow to blue, ${to}`;
  byId('legend-near').textContent = from;
  byId('legend-far').textContent = to;
}
