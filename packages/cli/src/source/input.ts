import type { InputSettings } from '../threads/checker.ts';
import type { LocatedFiles } from './located-files.ts';

/** Bytes of a file in memory that worker threads share. */
export type SharedBytes = Uint8Array<SharedArrayBuffer>;

/** What is different for this input than for the others. */
interface OwnSettings {
  readonly settings?: InputSettings;
}

/** A mesh file, perhaps with a point cache that moves it. */
export interface FileInput extends OwnSettings {
  readonly kind: 'file';
  /** As the user wrote it. */
  readonly name: string;
  /** Loaded once and shared; without it the file is read from disk. */
  readonly bytes?: SharedBytes;
  readonly cache?: { readonly name: string; readonly bytes?: SharedBytes };
  /** Its files are elsewhere, and must be what they were. */
  readonly located?: LocatedFiles;
}

/** Numbered files, one per frame. */
export interface SequenceInput extends OwnSettings {
  readonly kind: 'sequence';
  /** The pattern. */
  readonly name: string;
  /** Paths in frame order. */
  readonly files: readonly string[];
  /** Frame number of each. */
  readonly numbers: readonly number[];
  /** They are elsewhere, and must be what they were. */
  readonly located?: LocatedFiles;
}

/** A scene of `@selfcollide/scenes`, or the demo's character: `scene:NAME` or `scene:NAME:TRIANGLES`. */
export interface SceneInput extends OwnSettings {
  readonly kind: 'scene';
  readonly name: string;
  readonly scene: string;
  readonly triangles?: number;
}

/** One thing to check. Can be sent to a worker thread. */
export type Input = FileInput | SequenceInput | SceneInput;

/** Files that an input is made of, as far as its name tells. */
export function filesOf(input: Input): readonly string[] {
  if (input.kind === 'scene') return [];
  if (input.kind === 'sequence') return input.files;
  return input.cache ? [input.name, input.cache.name] : [input.name];
}
