import type { Counters, DetectorOptions } from 'selfcollide';

/** Contacts of one pose, copied: they stay valid. */
export interface FoundContacts {
  readonly count: number;
  readonly edgeA: Uint32Array;
  readonly edgeB: Uint32Array;
  readonly edgeTriangle: Uint32Array;
  readonly triangle: Uint32Array;
  /** xyz of each contact, in the collider's space. */
  readonly points: Float64Array;
  readonly truncated: boolean;
  readonly counters: Counters;
  /** Time that taking the pose and searching took, without the way to the worker and back. */
  readonly milliseconds: number;
}

/** Options that can be sent to a worker: all but functions. */
export type SendableOptions = OmitFromEach<DetectorOptions, 'onProgress' | 'signal'>;

type OmitFromEach<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never;

export type DetectorRequest =
  | {
      readonly selfcollide: 'prepare';
      readonly positions: Float64Array;
      readonly triangles: Uint32Array;
      readonly options: SendableOptions;
    }
  | { readonly selfcollide: 'find'; readonly positions: Float64Array };

export type DetectorReply =
  /** The first reply: there is somebody. */
  | { readonly selfcollide: 'listening' }
  | { readonly selfcollide: 'progress'; readonly fraction: number }
  | { readonly selfcollide: 'ready' }
  /** `positions` comes back, so that its memory is used again. */
  | { readonly selfcollide: 'found'; readonly contacts: FoundContacts; readonly positions: Float64Array }
  | { readonly selfcollide: 'failed'; readonly name: string; readonly message: string; readonly code?: string };
