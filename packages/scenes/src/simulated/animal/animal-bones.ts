type Point = readonly [number, number, number];

/** A bone and the flesh around it: a rod from one end to the other, thick as given at each. */
export interface AnimalBone {
  readonly name: string;
  /** Number of the bone that this one hangs from; −1 for the first. */
  readonly parent: number;
  /** The joint that it turns about. */
  readonly from: Point;
  readonly to: Point;
  readonly radii: readonly [number, number];
}

/** A cat-like animal that stands on the plane y = 0, about 3.5 high, y up, its head towards +x. */
export const animalBones: readonly AnimalBone[] = [
  bone('pelvis', -1, [-1.2, 1.72, 0], [-0.1, 1.74, 0], [0.6, 0.57]),
  bone('chest', 0, [-0.1, 1.74, 0], [1.05, 1.8, 0], [0.57, 0.58]),
  bone('neck', 1, [1.2, 2.0, 0], [1.75, 2.5, 0], [0.42, 0.36]),
  bone('head', 2, [1.85, 2.7, 0], [2.38, 2.52, 0], [0.56, 0.3]),
  bone('left ear', 3, [1.75, 2.95, 0.3], [1.62, 3.6, 0.46], [0.25, 0.1]),
  bone('right ear', 3, [1.75, 2.95, -0.3], [1.62, 3.6, -0.46], [0.25, 0.1]),
  bone('tail root', 0, [-1.65, 1.95, 0], [-2.3, 2.15, 0], [0.22, 0.19]),
  bone('tail', 6, [-2.3, 2.15, 0], [-2.8, 2.7, 0], [0.19, 0.17]),
  bone('tail tip', 7, [-2.8, 2.7, 0], [-2.9, 3.35, 0], [0.17, 0.16]),
  ...hindLeg('left', 9, 1),
  ...hindLeg('right', 12, -1),
  ...frontLeg('left', 15, 1),
  ...frontLeg('right', 18, -1),
];

function bone(name: string, parent: number, from: Point, to: Point, radii: readonly [number, number]): AnimalBone {
  return { name, parent, from, to, radii };
}

function hindLeg(name: string, first: number, side: number): AnimalBone[] {
  const hip: Point = [-1.25, 1.45, side * 0.38];
  const knee: Point = [-0.74, 1.0, side * 0.46];
  const ankle: Point = [-1.45, 0.46, side * 0.46];
  return [
    bone(`${name} thigh`, 0, hip, knee, [0.42, 0.26]),
    bone(`${name} shin`, first, knee, ankle, [0.25, 0.2]),
    bone(`${name} hind paw`, first + 1, ankle, [-1.12, 0.2, side * 0.46], [0.2, 0.2]),
  ];
}

function frontLeg(name: string, first: number, side: number): AnimalBone[] {
  const shoulder: Point = [1.1, 1.5, side * 0.36];
  const elbow: Point = [0.82, 0.92, side * 0.42];
  const wrist: Point = [1.08, 0.36, side * 0.42];
  return [
    bone(`${name} upper arm`, 1, shoulder, elbow, [0.35, 0.23]),
    bone(`${name} forearm`, first, elbow, wrist, [0.23, 0.19]),
    bone(`${name} front paw`, first + 1, wrist, [1.35, 0.2, side * 0.42], [0.19, 0.2]),
  ];
}
