/** Small meshes whose contacts can be counted by hand. */

export interface TestMesh {
  readonly positions: number[];
  readonly triangles: number[];
}

/** A flat triangle in the plane z = 0 and one that stands across its rim: each has an edge that pierces the other. */
export const crossing: TestMesh = {
  positions: [0, 0, 0, 4, 0, 0, 0, 4, 0, 1, 1, -1, 1, 1, 1, 1.5, 9, 0.25],
  triangles: [0, 1, 2, 3, 4, 5],
};

/** OBJ text of meshes, an object each. */
export function toObj(meshes: Readonly<Record<string, TestMesh>>): string {
  let base = 1;
  let text = '';
  for (const [name, { positions, triangles }] of Object.entries(meshes)) {
    text += `o ${name}\n`;
    for (let i = 0; i < positions.length; i += 3) text += `v ${positions.slice(i, i + 3).join(' ')}\n`;
    for (let i = 0; i < triangles.length; i += 3) {
      text += `f ${triangles
        .slice(i, i + 3)
        .map((v) => v + base)
        .join(' ')}\n`;
    }
    base += positions.length / 3;
  }
  return text;
}

/** The same mesh somewhere else. */
export function moved({ positions, triangles }: TestMesh, by: readonly [number, number, number]): TestMesh {
  return { positions: positions.map((value, i) => value + by[i % 3]), triangles };
}
