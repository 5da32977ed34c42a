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

/** An MDD point cache, a frame every half second: frames, points, times, positions, all big-endian. */
export function toMdd(poses: readonly (readonly number[])[]): DataView {
  const points = poses[0].length / 3;
  const view = new DataView(new ArrayBuffer(8 + poses.length * (4 + 12 * points)));
  view.setInt32(0, poses.length);
  view.setInt32(4, points);
  for (const [i, pose] of poses.entries()) {
    view.setFloat32(8 + 4 * i, i / 2);
    pose.forEach((value, k) => {
      view.setFloat32(8 + 4 * poses.length + 4 * (i * pose.length + k), value);
    });
  }
  return view;
}

/** The same mesh somewhere else. */
export function moved({ positions, triangles }: TestMesh, by: readonly [number, number, number]): TestMesh {
  return { positions: positions.map((value, i) => value + by[i % 3]), triangles };
}
