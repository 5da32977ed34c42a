/** Why a mesh was refused; stable names to switch on. */
export type MeshErrorCode =
  | 'EMPTY_MESH'
  | 'UNKNOWN_KEY'
  | 'POSITIONS_TYPE'
  | 'POSITIONS_LENGTH'
  | 'TRIANGLES_TYPE'
  | 'TRIANGLES_LENGTH'
  | 'INDEX_OUT_OF_RANGE'
  | 'NOT_FINITE'
  | 'OBJECTS_LENGTH'
  | 'GROUPS_LENGTH'
  | 'WELD_BROKEN'
  | 'TETS_TYPE'
  | 'TETS_LENGTH'
  | 'NOT_A_FACE'
  | 'VERTEX_WITHOUT_TET'
  | 'TET_FLAT'
  | 'TET_INVERTED'
  | 'LOOSE_PIECES';

/** A mesh or a pose that cannot be used. The message says function, rule and value; `code` is for programs. */
export class MeshError extends Error {
  override readonly name = 'MeshError';
  readonly code: MeshErrorCode;

  constructor(code: MeshErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
