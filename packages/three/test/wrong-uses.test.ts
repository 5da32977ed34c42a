import {
  BatchedMesh,
  BoxGeometry,
  BufferGeometry,
  Group,
  InstancedMesh,
  Mesh,
  MeshBasicMaterial,
  Points,
  SkinnedMesh,
} from 'three';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  type ColliderSource,
  ContactEvents,
  createBackgroundCollider,
  PoseReader,
  SelfCollider,
  SelfCollisionHelper,
} from '../src/index.ts';
import { makeSheet, makeSkinnedSheet } from './scenes.ts';

const material = new MeshBasicMaterial();
const named = <T extends { name: string }>(object: T, name: string): T => Object.assign(object, { name });
const RULE = 'source must be a BufferGeometry, a Mesh, a Group or an array of meshes and groups';
const INSTANCES = 'Make a Mesh for every instance and give them as an array.';

const WRONG: [what: string, source: () => unknown, text: string][] = [
  ['undefined', () => undefined, `${RULE}, got undefined. Is the model loaded yet?`],
  ['null', () => null, `${RULE}, got null. Is the model loaded yet?`],
  ['a loaded file', () => ({ scene: new Group() }), `${RULE}, got an object. Give its scene.`],
  ['points', () => new Points(makeSheet(1)), `${RULE}, got a Points.`],
  ['an empty array', () => [], 'source must hold at least one mesh, got an empty array.'],
  [
    'a hole',
    () => [new Mesh(makeSheet(1)), undefined],
    'source[1] must be a Mesh or a Group, got undefined. Is the model loaded yet?',
  ],
  [
    'a geometry among meshes',
    () => [makeSheet(1)],
    'source[0] must be a Mesh or a Group, got a PlaneGeometry. Put it into a Mesh, which says where it is.',
  ],
  [
    'an empty group',
    () => named(new Group(), 'hero'),
    "a group must have meshes below it, got Group 'hero' without any. Is the model loaded yet?",
  ],
  [
    'no positions',
    () => new Mesh(new BufferGeometry()),
    "the geometry of a Mesh must have the attribute 'position', got none.",
  ],
  [
    'no skeleton',
    () => named(new SkinnedMesh(makeSkinnedSheet(2).geometry, material), 'arm'),
    "a SkinnedMesh must have a skeleton, got SkinnedMesh 'arm' without one. Call its bind(skeleton) first.",
  ],
  [
    'no weights',
    () => {
      const mesh = makeSkinnedSheet(2);
      mesh.geometry.deleteAttribute('skinWeight');
      return mesh;
    },
    "the geometry of a SkinnedMesh must have the attribute 'skinWeight', got a SkinnedMesh without it. Use a Mesh if bones do not move it.",
  ],
  [
    'instances',
    () => new InstancedMesh(makeSheet(2), material, 3),
    `a mesh must have one shape at one place, got an InstancedMesh. ${INSTANCES}`,
  ],
  [
    'instances in a group',
    () => new Group().add(named(new InstancedMesh(makeSheet(2), material, 3), 'leaves')),
    `a mesh must have one shape at one place, got InstancedMesh 'leaves'. ${INSTANCES}`,
  ],
  [
    'a batch',
    () => new BatchedMesh(2, 100, 100, material),
    `a mesh must have one shape at one place, got a BatchedMesh. ${INSTANCES}`,
  ],
  [
    'a mesh twice',
    () => {
      const mesh = named(new Mesh(makeSheet(1)), 'body');
      return [mesh, new Group().add(mesh)];
    },
    "each mesh must be given once, got Mesh 'body' twice.",
  ],
];

describe('wrong uses say what to do', () => {
  it.each(WRONG)('%s', async (_, source, text) => {
    const message = (caller: string) => `${caller}: ${text}`;
    const thrown = (() => {
      try {
        new SelfCollider(source() as ColliderSource);
      } catch (error) {
        return error as Error;
      }
    })();
    expect(thrown).toBeInstanceOf(TypeError);
    expect(thrown?.message).toBe(message('SelfCollider'));
    await expect(createBackgroundCollider(source() as ColliderSource)).rejects.toMatchObject({
      message: message('createBackgroundCollider'),
    });
  });

  it('another geometry or index than before', async () => {
    const mesh = new Mesh(makeSheet(2));
    const collider = new SelfCollider(mesh);
    const background = await createBackgroundCollider(mesh);
    const own = mesh.geometry;
    mesh.geometry = makeSheet(2);
    const another = 'a mesh must keep its geometry, got another one. Make a new collider.';
    expect(() => collider.update()).toThrow(`update: ${another}`);
    await expect(background.find()).rejects.toThrow(`find: ${another}`);
    mesh.geometry = own;

    const index = own.getIndex()!;
    own.setIndex(index.clone());
    collider.update(); // the same triangles
    const swapped = 'update: the geometry must keep its index, got another one. Make a new collider.';
    own.setIndex([0, 1, 2]);
    expect(() => collider.update()).toThrow(swapped);
    own.setIndex(null);
    expect(() => collider.update()).toThrow(swapped);
    own.setIndex(index);
    collider.update();
    index.setX(0, 5);
    index.needsUpdate = true;
    expect(() => collider.update()).toThrow(swapped);
  });

  it('objects beside several meshes', () => {
    const meshes = [new Mesh(makeSheet(1)), new Mesh(makeSheet(1))];
    expect(() => new SelfCollider(meshes, { objects: [0, 0, 1, 1] })).toThrow(
      'SelfCollider: objects are the meshes themselves if several are given, got the option as well.',
    );
  });

  it('between objects, with one mesh', () => {
    const text = ": pairs: 'between-objects' must have two meshes or more, got one. Give an array of meshes.";
    const options = { pairs: 'between-objects' } as const;
    expect(() => new SelfCollider(new Mesh(makeSheet(1)), options)).toThrow(`SelfCollider${text}`);
    expect(() => new SelfCollider([new Mesh(makeSheet(1))], options)).toThrow(`SelfCollider${text}`);
    new SelfCollider(makeSheet(1), { ...options, objects: [0, 1] });
  });

  it.each([
    ['nothing', undefined, 'undefined.'],
    ['the mesh itself', new Mesh(makeSheet(1)), 'a Mesh. Make a collider of it: new SelfCollider(mesh).'],
    ['a promise', createBackgroundCollider(makeSheet(1)), 'a Promise. Await it first.'],
  ])('a picture or events of %s', (_, given: unknown, got) => {
    const collider = given as SelfCollider;
    const rule = 'collider must be a SelfCollider, a ContactCollider or what createBackgroundCollider resolves to';
    expect(() => new SelfCollisionHelper(collider)).toThrow(`SelfCollisionHelper: ${rule}, got ${got}`);
    expect(() => new ContactEvents(collider)).toThrow(`ContactEvents: ${rule}, got ${got}`);
  });

  it('a pose of nothing', () => {
    const rule = 'PoseReader: source must be a Mesh or a BufferGeometry with positions, got';
    expect(() => new PoseReader(undefined as unknown as Mesh)).toThrow(`${rule} undefined.`);
    expect(() => new PoseReader(new Group() as unknown as Mesh)).toThrow(`${rule} Group.`);
    expect(() => new PoseReader(new BufferGeometry())).toThrow(`${rule} BufferGeometry.`);
  });

  it('a worker that is none', async () => {
    const make = (worker: unknown) => createBackgroundCollider(makeSheet(1), { worker: worker as () => Worker });
    const rule = 'createBackgroundCollider: worker must';
    await expect(make({})).rejects.toThrow(
      `${rule} be a function that makes a worker, got Object. Give () => new Worker(…).`,
    );
    vi.stubGlobal('Worker', class {});
    await expect(make(() => undefined)).rejects.toThrow(`${rule} return a worker, got undefined.`);
    vi.unstubAllGlobals();
  });

  describe('a worker without handler', () => {
    class DeafWorker {
      terminated = false;
      addEventListener(): void {}
      postMessage(): void {}
      terminate(): void {
        this.terminated = true;
      }
    }
    afterEach(() => vi.unstubAllGlobals());

    it('is given up', async () => {
      vi.stubGlobal('Worker', DeafWorker);
      const deaf = new DeafWorker();
      const worker = () => deaf as unknown as Worker;
      await expect(createBackgroundCollider(makeSheet(2), { worker, workerTimeout: 20 })).rejects.toMatchObject({
        message:
          "createBackgroundCollider: the worker must answer within 20 ms, got nothing. Its file must call handleDetectorMessages(self) of '@selfcollide/three/worker'.",
      });
      expect(deaf.terminated).toBe(true);
      await expect(createBackgroundCollider(makeSheet(2), { worker, workerTimeout: 0 })).rejects.toThrow(
        'createBackgroundCollider: workerTimeout must be greater than 0, got 0.',
      );
    });
  });
});

describe('several meshes', () => {
  const box = (x: number) => {
    const mesh = new Mesh(new BoxGeometry(1, 1, 1));
    mesh.position.x = x;
    return mesh;
  };

  it('are searched in world space, and results tell which', async () => {
    const [left, right] = [named(box(0), 'left'), named(box(5), 'right')];
    right.scale.setScalar(2);
    right.rotation.set(0.3, 0.2, 0.1);
    const collider = new SelfCollider([left, right], { pairs: 'between-objects' });
    const background = await createBackgroundCollider([left, right], { pairs: 'between-objects' });
    expect(collider.inWorldSpace).toBe(true);
    expect(collider.findIntersections().count).toBe(0);
    right.position.x = 1.2;
    const { count, edgeA, edgeB, edgeTriangle, triangle } = collider.update().findIntersections();
    expect(count).toBeGreaterThan(3);
    for (let i = 0; i < count; i++) {
      const { edge, face, point } = collider.contact(i);
      expect(edge.mesh + face.mesh).toBe(1);
      const owner = collider.meshes[edge.mesh];
      const index = [...owner.geometry.getIndex()!.array];
      expect(index.slice(3 * edge.triangle, 3 * edge.triangle + 3)).toEqual(expect.arrayContaining([...edge.vertices]));
      expect(collider.meshOf(triangle[i])).toEqual(face);
      // the place is on the line between the edge's ends, where three has them
      const [a, b] = edge.vertices.map((v) =>
        owner.getVertexPosition(v, owner.position.clone()).applyMatrix4(owner.matrixWorld),
      );
      const p = a.clone().fromArray(point);
      expect(p.distanceTo(a) + p.distanceTo(b)).toBeCloseTo(a.distanceTo(b), 9);
      expect([edgeA[i], edgeB[i]].every((v) => v >= 24 * edge.mesh && v < 24 * (edge.mesh + 1))).toBe(true);
      expect(collider.meshOf(edgeTriangle[i]).mesh).toBe(edge.mesh);
    }
    const found = await background.find();
    expect(found.count).toBe(count);
    expect(background.meshOf(found.triangle[0]).mesh).toBe(collider.contact(0).face.mesh);
    const own = new SelfCollider([left, right], { pairs: 'same-object' });
    expect(own.findIntersections().count).toBe(0);
    expect(() => collider.meshOf(24)).toThrow('meshOf: triangle must be a whole number from 0 to 23, got 24.');
  });

  it('that touch all over are not welded to each other', () => {
    const collider = new SelfCollider([box(0), box(1)], { pairs: 'between-objects' });
    expect(collider.findIntersections().count).toBeGreaterThan(0);
  });

  it('are all meshes below a group, but not pictures of contacts', () => {
    const group = new Group().add(box(0), new Group().add(box(0.7)), new Points(makeSheet(1)));
    const first = new SelfCollider(group);
    expect(first.meshes.length).toBe(2);
    expect(first.findIntersections().count).toBeGreaterThan(0);
    group.add(new SelfCollisionHelper(first).update());
    expect(new SelfCollider(group).meshes).toEqual(first.meshes);
    group.position.x = 7; // a group moves as one
    const before = first.findIntersections().count;
    expect(first.update().findIntersections().count).toBe(before);
    expect(Math.min(...first.positions.filter((_, i) => i % 3 === 0))).toBeCloseTo(6.5, 12);
  });

  it('may have bones', () => {
    const [a, b] = [makeSkinnedSheet(8), makeSkinnedSheet(8)];
    b.position.z = 0.5;
    const collider = new SelfCollider([a, b], { pairs: 'between-objects' });
    expect(collider.findIntersections().count).toBe(0);
    a.skeleton.bones[1].rotation.y = -1.2;
    expect(collider.update().findIntersections().count).toBeGreaterThan(0);
  });
});
