import type { BufferGeometry, InstancedMesh, Mesh, Object3D, SkinnedMesh } from 'three';

/** What colliders take: a geometry or a mesh; or several meshes, which then are searched together, in world space. */
export type ColliderSource = BufferGeometry | Object3D | readonly Object3D[];

/** The geometries to search, and the meshes that move them. */
export interface SourceParts {
  /** Null for a bare geometry. */
  readonly meshes: readonly Mesh[] | null;
  readonly geometries: readonly BufferGeometry[];
  /** Several meshes have no local space in common. */
  readonly world: boolean;
}

/** Finds the meshes in whatever was given, or says what to give instead. */
export function readSource(caller: string, source: ColliderSource): SourceParts {
  const given: unknown = source;
  if (isA<BufferGeometry>(given, 'isBufferGeometry')) {
    checkGeometry(caller, given, 'the geometry');
    return { meshes: null, geometries: [given], world: false };
  }
  const meshes: Mesh[] = [];
  const world = !isA<Mesh>(given, 'isMesh');
  if (Array.isArray(given)) {
    if (given.length === 0) throw new TypeError(`${caller}: source must hold at least one mesh, got an empty array.`);
    given.forEach((entry, i) => {
      collectMeshes(caller, `source[${i}] must be a Mesh or a Group`, entry, meshes);
    });
  } else {
    const rule = 'source must be a BufferGeometry, a Mesh, a Group or an array of meshes and groups';
    collectMeshes(caller, rule, given, meshes);
  }
  for (const mesh of meshes) checkMesh(caller, mesh);
  const twice = meshes.find((mesh, i) => meshes.indexOf(mesh) !== i);
  if (twice) throw new TypeError(`${caller}: each mesh must be given once, got ${nameOf(twice)} twice.`);
  return { meshes, geometries: meshes.map(({ geometry }) => geometry), world };
}

/** For who draws or follows what a collider finds. */
export function checkCollider(caller: string, collider: unknown): void {
  const asks = ['findIntersections', 'find'].some((call) => typeof Object(collider)[call] === 'function');
  if (asks && 'triangles' in Object(collider)) return;
  const rule = 'collider must be a SelfCollider, a ContactCollider or what createBackgroundCollider resolves to';
  const isSource = isA(collider, 'isObject3D') || isA(collider, 'isBufferGeometry');
  const [what, advice] =
    collider instanceof Promise
      ? ['a Promise', ' Await it first.']
      : [describe(collider), isSource ? ' Make a collider of it: new SelfCollider(mesh).' : ''];
  throw new TypeError(`${caller}: ${rule}, got ${what}.${advice}`);
}

/** A mesh stands for itself alone; anything else, for all meshes below it, hidden ones too, but not for pictures of contacts. */
function collectMeshes(caller: string, rule: string, given: unknown, out: Mesh[]): void {
  if (isA<Mesh>(given, 'isMesh')) {
    out.push(given);
    return;
  }
  const drawing = ['isLine', 'isPoints', 'isSprite', 'isLight', 'isCamera', 'isBone'].some((kind) => isA(given, kind));
  if (!isA<Object3D>(given, 'isObject3D') || drawing) {
    throw new TypeError(`${caller}: ${rule}, got ${describe(given)}.${adviceFor(given)}`);
  }
  const before = out.length;
  collectBelow(given, out);
  if (out.length === before) {
    throw new TypeError(
      `${caller}: a group must have meshes below it, got ${nameOf(given)} without any. Is the model loaded yet?`,
    );
  }
}

function collectBelow(object: Object3D, out: Mesh[]): void {
  if ('isSelfCollisionHelper' in object) return;
  if (isA<Mesh>(object, 'isMesh')) out.push(object);
  for (const child of object.children) collectBelow(child, out);
}

function checkMesh(caller: string, mesh: Mesh): void {
  for (const [kind, type] of [
    ['isInstancedMesh', 'InstancedMesh'],
    ['isBatchedMesh', 'BatchedMesh'],
  ]) {
    if (!isA<InstancedMesh>(mesh, kind)) continue;
    throw new TypeError(
      `${caller}: a mesh must have one shape at one place, got ${nameOf(mesh, type)}. Make a Mesh for every instance and give them as an array.`,
    );
  }
  checkGeometry(caller, mesh.geometry, `the geometry of ${nameOf(mesh)}`);
  if (!isA<SkinnedMesh>(mesh, 'isSkinnedMesh')) return;
  if (!mesh.skeleton) {
    throw new TypeError(
      `${caller}: a SkinnedMesh must have a skeleton, got ${nameOf(mesh)} without one. Call its bind(skeleton) first.`,
    );
  }
  for (const attribute of ['skinIndex', 'skinWeight']) {
    if (mesh.geometry.getAttribute(attribute)) continue;
    throw new TypeError(
      `${caller}: the geometry of a SkinnedMesh must have the attribute '${attribute}', got ${nameOf(mesh)} without it. Use a Mesh if bones do not move it.`,
    );
  }
}

function checkGeometry(caller: string, geometry: BufferGeometry | undefined, whose: string): void {
  const position = geometry?.isBufferGeometry && geometry.getAttribute('position');
  if (!position) throw new TypeError(`${caller}: ${whose} must have the attribute 'position', got none.`);
  if (position.itemSize === 3) return;
  throw new TypeError(
    `${caller}: the attribute 'position' of ${whose} must hold three numbers per vertex, got ${position.itemSize}.`,
  );
}

function isA<T = object>(value: unknown, kind: string): value is T {
  return (
    typeof value === 'object' && value !== null && kind in value && (value as Record<string, unknown>)[kind] === true
  );
}

function nameOf(object: Object3D, type: string = object.type): string {
  return object.name ? `${type} '${object.name}'` : `a ${type}`.replace(/^a (?=[AEIO])/, 'an ');
}

function describe(value: unknown): string {
  if (isA<BufferGeometry>(value, 'isBufferGeometry')) return `a ${value.type}`;
  if (isA<Object3D>(value, 'isObject3D')) return nameOf(value);
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' && value !== null
    ? 'an object'
    : typeof value === 'string'
      ? `'${value}'`
      : String(value);
}

function adviceFor(value: unknown): string {
  if (value === undefined || value === null) return ' Is the model loaded yet?';
  if (isA<BufferGeometry>(value, 'isBufferGeometry')) return ' Put it into a Mesh, which says where it is.';
  if (typeof value === 'object' && 'scene' in value) return ' Give its scene.';
  return '';
}
