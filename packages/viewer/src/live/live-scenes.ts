/** Scenes that are simulated while one looks. Their code is loaded when one of them is opened. */
export interface LiveScene {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly kind: 'cloth' | 'modes';
  /** How far below the start it falls, metres. */
  readonly falls?: number;
}

export const liveScenes: readonly LiveScene[] = [
  {
    name: 'table-cloth',
    title: 'Cloth on a table',
    about: 'A coarse cloth falls on a round table, live.',
    kind: 'cloth',
    falls: 0.45,
  },
  { name: 'tape', title: 'Falling tape', about: 'A tape of 1 m falls onto a ring and winds up, live.', kind: 'cloth' },
  { name: 'sheets', title: 'Three sheets', about: 'Sheets fall on a ball, a box and a pyramid, live.', kind: 'cloth' },
  {
    name: 'spring',
    title: 'Ringing spring',
    about: 'A double helix in its modes: proved free by one norm, 44,100 times a second, while it rings.',
    kind: 'modes',
  },
  {
    name: 'morph-face',
    title: 'Face of 30 targets',
    about: 'A slider for every morph target, and how much of them is proved free.',
    kind: 'modes',
  },
];

export function findLiveScene(name: string): LiveScene | undefined {
  return liveScenes.find((scene) => scene.name === name);
}
