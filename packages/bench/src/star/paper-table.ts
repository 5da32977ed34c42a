/** One column of the star paper's Table 1: milliseconds at rest and on average, and the share of each task in percent. */
export interface PaperColumn {
  readonly triangles: number;
  readonly rest: PaperTimes;
  readonly average: PaperTimes;
  /** In the order of {@link PAPER_TASKS}. */
  readonly tasks: readonly number[];
}

export interface PaperTimes {
  readonly hash: number;
  readonly boxes: number;
  readonly star: number;
  readonly noContour: number;
}

/** The nine tasks as the paper's table has them, and as `detector.taskTimes` does. */
export const PAPER_TASKS = [
  ['Update BVs', 'updateBoxes'],
  ['Update Ns', 'updateDirections'],
  ['Orient. Tests', 'orientationTests'],
  ['BVs (Orient.)', 'boxesAfterOrientation'],
  ['Primit. (Orient.)', 'primitivesAfterOrientation'],
  ['Contour Update', 'contourUpdate'],
  ['Contour Tests', 'contourTests'],
  ['BVs (Contour)', 'boxesAfterContour'],
  ['Primit. (Contour)', 'primitivesAfterContour'],
] as const;

function times(hash: number, boxes: number, star: number, noContour: number): PaperTimes {
  return { hash, boxes, star, noContour };
}

function column(triangles: number, rest: PaperTimes, average: PaperTimes, ...tasks: number[]): PaperColumn {
  return { triangles, rest, average, tasks };
}

/** Table 1 of the star paper (Core 2 Quad at 2.4 GHz, one thread), by the scene that stands for each of its benchmarks; from small to large. */
export const paperTable: Readonly<Record<string, readonly PaperColumn[]>> = {
  // its cat
  character: [
    column(
      41184,
      times(230.97, 103.76, 78.03, 27.94),
      times(236.32, 106.74, 89.0, 30.99),
      ...[24.27, 9.07, 0.85, 0, 5.72, 37.67, 12.22, 10.27, 0],
    ),
    column(
      164736,
      times(936.64, 412.93, 257.43, 99.38),
      times(949.79, 419.19, 285.02, 105.67),
      ...[28.54, 11.76, 0.36, 0, 3.13, 37.36, 10.15, 8.75, 0],
    ),
  ],
  'twisted-cloth': [
    column(
      4096,
      times(20.57, 6.28, 2.21, 1.29),
      times(19.02, 7.95, 3.34, 1.89),
      ...[36.14, 10.56, 0.51, 0, 6.96, 33.49, 2.97, 9.3, 0.01],
    ),
    column(
      16384,
      times(74.03, 30.2, 8.55, 7.34),
      times(74.06, 35.09, 12.27, 8.8),
      ...[48.1, 19.43, 0.21, 0, 3.68, 23.04, 1.31, 4.08, 0.11],
    ),
  ],
  // its cloth–sphere
  'dragged-cloth': [
    column(
      20000,
      times(78.68, 36.32, 9.98, 9.7),
      times(84.44, 42.25, 28.19, 14.06),
      ...[28.53, 12.08, 1.44, 0.03, 7.94, 36.74, 6.86, 6.41, 0],
    ),
    column(
      80000,
      times(351.26, 149.85, 39.29, 38.58),
      times(350.94, 176.55, 80.91, 48.01),
      ...[40.4, 16.83, 0.58, 0, 3.89, 31.97, 2.6, 3.9, 0],
    ),
  ],
  'rolling-bunny': [
    column(
      3408,
      times(16.15, 7.48, 4.49, 1.99),
      times(15.11, 7.63, 4.92, 2.11),
      ...[18.83, 5.19, 1.08, 0.01, 14.28, 35.69, 5.11, 19.36, 0.39],
    ),
    column(
      13632,
      times(65.65, 30.6, 15.39, 7.23),
      times(65.16, 30.78, 16.79, 7.58),
      ...[29.13, 9.45, 0.8, 0, 7.85, 37.84, 4.59, 10.18, 0.08],
    ),
    column(
      54528,
      times(268.37, 119.25, 50.37, 27.51),
      times(255.62, 119.34, 54.76, 28.18),
      ...[36.76, 11.95, 0.78, 0, 5.72, 34.31, 3.21, 7.24, 0],
    ),
  ],
  // its horse
  'deflating-animal': [
    column(
      1584,
      times(8.93, 3.71, 3.39, 1.3),
      times(13.89, 4.81, 4.86, 2.6),
      ...[7.36, 2.1, 1.1, 0.02, 29.15, 19.42, 7.36, 33.14, 0.3],
    ),
    column(
      6336,
      times(31.77, 14.63, 9.98, 4.08),
      times(52.85, 22.86, 22.54, 13.61),
      ...[6.6, 2.06, 1.14, 0, 31.89, 18.68, 6.13, 33.62, 0],
    ),
    column(
      25344,
      times(127.36, 57.63, 29.56, 13.68),
      times(213.17, 92.58, 88.13, 54.13),
      ...[8.23, 2.97, 1.2, 0.01, 31.15, 18.58, 5.99, 31.74, 0.09],
    ),
  ],
};

/** Where the paper has a sentence instead of a column: how much faster than boxes on average (§8). */
export const paperSpeedUps: Readonly<Record<string, number>> = {
  'rolling-bumpy-bunny': 1.1,
  'rolling-spiky-bunny': 1 / 1.2,
};

/** Share of contacts that the paper lost without contour test, in percent (§8). */
export const paperMissed: Readonly<Record<string, number>> = { character: 22, 'deflating-animal': 0.1 };
