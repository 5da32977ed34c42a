/** The cloth paper's own figures, of a Pentium 4 at 2 GHz. */
export interface PaperScene {
  readonly name: string;
  readonly steps: number;
  /** Seconds for all steps (Table 1): detection, response, solver. */
  readonly seconds: readonly [detection: number, response: number, solver: number];
  /** Milliseconds a step (Tables 2–5), by setup: hierarchy update, collision test, both. */
  readonly setups: readonly (readonly [update: number, test: number, total: number])[];
}

/** ε where the paper gives none, and that of its unoriented inflation; metres. */
const DISTANCE = 0.005;
const UNORIENTED = 0.02;

/** What the paper varies. */
export const paperSetups = [
  { name: 'optimal', dop: 18, arity: 4, moving: true, distance: DISTANCE },
  { name: 'unoriented', dop: 18, arity: 4, moving: false, distance: UNORIENTED },
  { name: 'AABBs', dop: 6, arity: 4, moving: true, distance: DISTANCE },
  { name: 'binary', dop: 18, arity: 2, moving: true, distance: DISTANCE },
] as const;

export const paperScenes: readonly PaperScene[] = [
  {
    name: 'walk-pants',
    steps: 600,
    seconds: [88, 24, 35],
    setups: [
      [94, 52, 147],
      [62, 227, 288],
      [72, 83, 155],
      [107, 58, 165],
    ],
  },
  {
    name: 'walk-low',
    steps: 600,
    seconds: [63, 25, 89],
    setups: [
      [59, 47, 106],
      [58, 133, 192],
      [78, 104, 182],
      [93, 49, 142],
    ],
  },
  {
    name: 'walk-high',
    steps: 600,
    seconds: [98, 41, 6430],
    setups: [
      [114, 49, 163],
      [77, 289, 367],
      [101, 100, 201],
      [133, 50, 183],
    ],
  },
  {
    name: 'tape',
    steps: 400,
    seconds: [23, 7, 315],
    setups: [
      [10, 47, 57],
      [9.6, 343, 354],
      [6.5, 72, 78],
      [9.5, 51, 61],
    ],
  },
];
