/** What three.js' USDLoader is made of, which has no types. */
declare module 'three/examples/jsm/loaders/usd/USDComposer.js' {
  import type { AnimationClip, BufferGeometry, Group, Object3D } from 'three';

  export interface UsdSpec {
    readonly fields: {
      readonly typeName?: string;
      readonly metersPerUnit?: number;
      readonly subLayers?: readonly unknown[];
      readonly timeSamples?: { readonly times: readonly number[]; readonly values: readonly ArrayLike<number>[] };
    };
  }

  export type UsdAttributes = Readonly<Record<string, unknown>> & { readonly points?: ArrayLike<number> };

  export class USDComposer {
    specsByPath: Readonly<Record<string, UsdSpec | undefined>>;
    fps: number;
    _buildMesh(path: string, spec: UsdSpec): Object3D;
    _buildGeometry(path: string, attributes: UsdAttributes, skinned: boolean): BufferGeometry;
    _buildGeometryWithSubsets(attributes: UsdAttributes, subsets: unknown, skinned: boolean): BufferGeometry;
    _buildAnimations(): AnimationClip[];
    _getReferences(spec: UsdSpec): string[];
    _resolveReference(reference: string, variants: unknown): Group | null;
  }
}

declare module 'three/examples/jsm/loaders/usd/USDAParser.js' {
  import type { UsdSpec } from 'three/examples/jsm/loaders/usd/USDComposer.js';

  export class USDAParser {
    parseData(text: string): { readonly specsByPath: Readonly<Record<string, UsdSpec | undefined>> };
  }
}
