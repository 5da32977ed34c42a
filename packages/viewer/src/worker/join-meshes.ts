import type { ModelLook, ModelMaterial } from '@selfcollide/kit';
import type { MovingMesh } from './moving-mesh.ts';

/** For files that say nothing about it, beside others that do. */
const PLAIN: ModelMaterial = {
  ...{ color: [0.6, 0.62, 0.68, 1], image: -1, roughness: 0.75, metalness: 0, alpha: 'opaque', cutoff: 0.5 },
  ...{ wrap: ['repeat', 'repeat'], nearest: false, scale: [1, 1], rotation: 0, offset: [0, 0] },
};

/**
 * Several meshes as one scene: a garment and a body. The one with most frames says how many there are; others stay at their last frame when
 * they have fewer. Objects keep their names, and files with one object give it theirs.
 */
export function joinMeshes(meshes: readonly MovingMesh[]): MovingMesh {
  const longest = meshes.reduce((best, mesh) => (mesh.frameCount > best.frameCount ? mesh : best));
  const firsts = meshes.reduce(
    (list, mesh) => {
      const { vertex, triangle, object } = list.at(-1)!;
      list.push({
        vertex: vertex + mesh.rest.length / 3,
        triangle: triangle + mesh.triangles.length / 3,
        object: object + mesh.objectNames.length,
      });
      return list;
    },
    [{ vertex: 0, triangle: 0, object: 0 }],
  );
  const end = firsts[meshes.length];
  const rest = new Float64Array(3 * end.vertex);
  const triangles = new Uint32Array(3 * end.triangle);
  const objects = new Uint32Array(end.triangle);
  meshes.forEach((mesh, m) => {
    const { vertex, triangle, object } = firsts[m];
    rest.set(mesh.rest, 3 * vertex);
    triangles.set(
      mesh.triangles.map((v) => v + vertex),
      3 * triangle,
    );
    objects.set(
      Uint32Array.from({ length: mesh.triangles.length / 3 }, (_, t) => object + (mesh.objects?.[t] ?? 0)),
      triangle,
    );
  });
  return {
    name: meshes.map(({ name }) => name).join(' + '),
    about: `${meshes.length} files as one scene.`,
    triangles,
    objects,
    objectNames: meshes.flatMap(({ name, objectNames }) => (objectNames.length === 1 ? [name] : objectNames)),
    rest,
    frameCount: longest.frameCount,
    clips: longest.clips,
    async frame(i, out) {
      for (const [m, mesh] of meshes.entries()) {
        const own = out.subarray(3 * firsts[m].vertex, 3 * firsts[m + 1].vertex);
        await mesh.frame(Math.min(i, mesh.frameCount - 1), own);
      }
    },
    locate(t) {
      const m = firsts.findLastIndex(({ triangle }, k) => k < meshes.length && triangle <= t);
      const found = meshes[m].locate(t - firsts[m].triangle);
      return { ...found, objectIndex: found.objectIndex + firsts[m].object };
    },
    ...(meshes.some(({ look }) => look) && { look: joinLooks(meshes) }),
    warnings: meshes.flatMap(({ warnings }) => warnings),
    argument: '',
    files: [],
  };
}

function joinLooks(meshes: readonly MovingMesh[]): ModelLook {
  const count = (of: (mesh: MovingMesh) => number) => meshes.reduce((sum, mesh) => sum + of(mesh), 0);
  const vertices = count(({ rest }) => rest.length / 3);
  const uvs = new Float32Array(2 * vertices);
  const colors = new Uint8Array(4 * vertices).fill(255);
  const ofTriangle = new Uint32Array(count(({ triangles }) => triangles.length / 3));
  const materials: ModelMaterial[] = [];
  const images: ModelLook['images'][number][] = [];
  let [vertex, triangle] = [0, 0];
  for (const { look, rest, triangles } of meshes) {
    const first = materials.length;
    uvs.set(look?.uvs ?? [], 2 * vertex);
    colors.set(look?.colors ?? [], 4 * vertex);
    ofTriangle.fill(first, triangle, triangle + triangles.length / 3);
    if (look)
      ofTriangle.set(
        look.ofTriangle.map((material) => material + first),
        triangle,
      );
    const shift = (image: number) => (image < 0 ? -1 : image + images.length);
    materials.push(...(look?.materials ?? [PLAIN]).map((one) => ({ ...one, image: shift(one.image) })));
    images.push(...(look?.images ?? []));
    vertex += rest.length / 3;
    triangle += triangles.length / 3;
  }
  return { uvs, colors, ofTriangle, materials, images };
}
