/** The scene that a first visit shows, and the frame in which most of it touches. */
export const DEFAULT_SCENE = { name: 'character', frame: 42 };

/** The eight that everybody sees first, with plain names and what there is to see. */
export const showcase: readonly {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly zUp?: boolean;
}[] = [
  {
    name: 'character',
    title: 'Hugging figure',
    about: 'Crouches and hugs its knees: arms sink into legs, thighs into the belly.',
  },
  { name: 'knee', title: 'Bending knee', about: 'Calf and thigh press into each other behind the knee.' },
  { name: 'elbow', title: 'Bending elbow', about: 'The crease in the crook of the arm folds onto itself.' },
  {
    name: 'draped-sheet',
    title: 'Tablecloth',
    about: 'Cloth sinks over a ball and gathers into folds that meet.',
    zUp: true,
  },
  { name: 'twisted-sheet', title: 'Wrung towel', about: 'Wrung until its folds press through each other.' },
  { name: 'torus-knot', title: 'Swelling knot', about: 'A knotted tube inflates until its strands overlap.' },
  { name: 'bumpy-sphere', title: 'Sea urchin', about: 'Bumps on a ball swell until neighbours overlap.' },
  { name: 'bunny', title: 'Folding bunny', about: 'The Stanford bunny curls up: ears on its back, head on its chest.' },
];

/** The plain name of a scene, where it has one. */
export function sceneTitle(name: string): string {
  return showcase.find((entry) => entry.name === name)?.title ?? name;
}

/** Whether z points up in a scene. */
export function hasZUp(name: string): boolean {
  return showcase.find((entry) => entry.name === name)?.zUp === true;
}
