import type { MeshObject } from './model.ts';

/** The object list of a file that names nothing: everything is one object, called like the file. */
export function oneObject(file: string, vertexCount: number, triangleCount: number): MeshObject[] {
  const part = { firstTriangle: 0, triangleCount, firstVertex: 0, vertexCount };
  return [{ name: fileStem(file), ...part, parts: [part] }];
}

/** `dir/cloth.0001.ply` → `cloth.0001`. */
export function fileStem(file: string): string {
  const base = file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
  const dot = base.lastIndexOf('.');
  return dot > 0 ? base.slice(0, dot) : base;
}
