import type { Rig } from './gltf/rig.ts';
import type { Look } from './look.ts';

/** File formats that `readModel` knows. */
export type ModelFormat =
  | 'gltf'
  | 'obj'
  | 'ply'
  | 'stl'
  | 'off'
  | '3mf'
  | 'gmsh'
  | 'tetgen'
  | 'vega'
  | 'gaia'
  | 'fbx'
  | 'collada'
  | 'usd';

/** A stretch of one object whose triangles and vertices are numbered together in the file; in glTF a primitive. */
export interface MeshPart {
  readonly firstTriangle: number;
  readonly triangleCount: number;
  /** Lowest vertex that the part uses. In OBJ objects may share vertices, so ranges of parts may overlap. */
  readonly firstVertex: number;
  readonly vertexCount: number;
}

/** One named thing of the file: a glTF node with a mesh, an OBJ object or group, or the whole file. */
export interface MeshObject extends MeshPart {
  readonly name: string;
  /** At least one; together they cover exactly the object's triangles, in order. */
  readonly parts: readonly MeshPart[];
}

/** An animation that the file holds; sample it with `sampleAnimation`. */
export interface AnimationInfo {
  readonly name: string;
  /** First and last key time, seconds. */
  readonly start: number;
  readonly end: number;
  /** Every key time of any channel, ascending, seconds. */
  readonly keyTimes: Float64Array;
}

/** How the file numbers what the model numbers from 0. */
export interface FileNumbers {
  /** The file's number of its first vertex and face: 1 in OBJ and Vega, 0 in most others. */
  readonly base: number;
  /** True if the numbers start again in every part, as in glTF. */
  readonly perPart: boolean;
  /** Vertex → number in the file, where `base` is not enough (Gmsh tags, gaps in TetGen). */
  readonly vertices?: Float64Array;
  /** Triangle → face of the file counted from 0, when polygons were cut into triangles or the order changed. */
  readonly faces?: Uint32Array;
}

/** Faces as the file has them, where some have more than three corners and were cut into triangles. */
export interface Polygons {
  /** Faces with more than three corners. */
  readonly count: number;
  /** Of these, with an angle that points inwards. */
  readonly concave: number;
  /** Of these, bent by more than a thousandth of their size: how they are cut is a choice. */
  readonly notPlanar: number;
  /** Vertex numbers of all faces, one face after the other, and where each face ends. */
  readonly corners: Uint32Array;
  readonly ends: Uint32Array;
}

/** What triangles are made of, where the file says. */
export interface Materials {
  readonly names: readonly string[];
  /** Triangle → number into `names`; those without material have one that is called ''. */
  readonly ofTriangle: Uint32Array;
}

/** A mesh as read: flat arrays, all objects together, in world space. */
export interface Model {
  /** File name as the caller gave it. */
  readonly name: string;
  readonly format: ModelFormat;
  /** xyz of every vertex, finite; for glTF the pose without animation. */
  readonly positions: Float64Array;
  /** Vertex numbers, three a triangle, all in range. Of a tet mesh: its boundary, seen from outside counter-clockwise. */
  readonly triangles: Uint32Array;
  /** Undefined if every face of the file is a triangle. */
  readonly polygons?: Polygons;
  /** Vertex numbers, four a tetrahedron; tet formats only. */
  readonly tets?: Uint32Array;
  /** In the order of their triangles, without gaps. */
  readonly objects: readonly MeshObject[];
  /** glTF and OBJ; undefined if the file names none. */
  readonly materials?: Materials;
  /** How it looks; glTF with materials, if asked for. */
  readonly look?: Look;
  readonly numbers: FileNumbers;
  readonly animations: readonly AnimationInfo[];
  /** What was skipped or mended, in plain sentences. */
  readonly warnings: readonly string[];
  /** What moves the vertices; glTF only. */
  readonly rig?: Rig;
}
