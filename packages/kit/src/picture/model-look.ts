import {
  ClampToEdgeWrapping,
  DataTexture,
  LinearFilter,
  MeshStandardMaterial,
  MirroredRepeatWrapping,
  NearestFilter,
  RepeatWrapping,
  SRGBColorSpace,
  Texture,
} from 'three';
import { SURFACE_LOOK } from './surface-look.ts';

/** How a model itself looks: its materials and pictures. */
export interface ModelLook {
  /** Two numbers a vertex. */
  readonly uvs: Float32Array;
  /** Red, green, blue and alpha a vertex as bytes, linear. */
  readonly colors?: Uint8Array;
  /** Triangle → number of its material. */
  readonly ofTriangle: Uint32Array;
  readonly materials: readonly ModelMaterial[];
  readonly images: readonly { readonly bytes: Uint8Array; readonly type: string }[];
}

export interface ModelMaterial {
  readonly color: readonly number[];
  /** Number into `images`; −1 for none. */
  readonly image: number;
  readonly roughness: number;
  readonly metalness: number;
  readonly alpha: 'opaque' | 'mask' | 'blend';
  readonly cutoff: number;
  readonly wrap: readonly ('repeat' | 'clamp' | 'mirror')[];
  readonly nearest: boolean;
  readonly scale: readonly number[];
  readonly rotation: number;
  readonly offset: readonly number[];
}

/** Texture coordinate of painted corners, which marks them: their colour counts and the material's does not. */
export const PAINTED = -30_000;

/** Metal reflects its surroundings, of which a studio has none: more would be black. */
const MOST_METAL = 0.3;
const LEAST_ROUGH = 0.35;
const WRAPPINGS = { repeat: RepeatWrapping, clamp: ClampToEdgeWrapping, mirror: MirroredRepeatWrapping };

/** Materials of a look, for a geometry with groups. Pictures come a little later: `onChange` is called then. */
export class LookMaterials {
  readonly materials: readonly MeshStandardMaterial[];
  /** Stretches of triangles with one material, in order. */
  readonly runs: readonly { readonly first: number; readonly end: number; readonly material: number }[];
  readonly #textures: Texture[] = [];
  #disposed = false;

  constructor({ materials, images, ofTriangle }: ModelLook, onChange: () => void) {
    const white = new DataTexture(new Uint8Array([255, 255, 255, 255]), 1, 1);
    white.needsUpdate = true;
    this.#textures.push(white);
    this.materials = materials.map((look) => createMaterial(look, white));
    this.runs = runsOf(ofTriangle);
    images.forEach(async ({ bytes, type }, number) => {
      let picture: ImageBitmap;
      try {
        picture = await createImageBitmap(new Blob([bytes as Uint8Array<ArrayBuffer>], { type }), {
          colorSpaceConversion: 'none',
          premultiplyAlpha: 'none',
        });
      } catch {
        return; // a picture that the browser does not know: the material's colour stays
      }
      if (this.#disposed) return picture.close();
      materials.forEach((look, i) => {
        if (look.image !== number) return;
        const texture = createTexture(picture, look);
        this.#textures.push(texture);
        this.materials[i].map = texture;
        this.materials[i].needsUpdate = true;
      });
      onChange();
    });
  }

  dispose(): void {
    this.#disposed = true;
    for (const texture of this.#textures) {
      texture.dispose();
      if (texture.image instanceof ImageBitmap) texture.image.close();
    }
    for (const material of this.materials) material.dispose();
  }
}

/** Smooth, but sharp edges stay sharp: where the mean normal is far from that of the triangle itself, the triangle's counts. */
export function clayMaterial(): MeshStandardMaterial {
  const material = new MeshStandardMaterial({ ...SURFACE_LOOK, flatShading: false, vertexColors: true });
  material.onBeforeCompile = (shader) => {
    shader.fragmentShader = shader.fragmentShader
      .replace(
        '#include <normal_fragment_begin>',
        `#include <normal_fragment_begin>
      #ifndef FLAT_SHADED
        vec3 flatNormal = normalize(cross(dFdx(vViewPosition), dFdy(vViewPosition)));
        normal = mix(flatNormal, normal, smoothstep(0.55, 0.8, dot(flatNormal, normal)));
        nonPerturbedNormal = normal;
      #endif`,
      )
      .replace(
        '#include <map_fragment>',
        `#include <map_fragment>
      #ifdef USE_MAP
        if (vPainted > 0.5) diffuseColor = vec4(1.0, 1.0, 1.0, opacity);
      #endif`,
      )
      .replace('void main() {', 'varying float vPainted;\nvoid main() {');
    shader.vertexShader = shader.vertexShader
      .replace('void main() {', 'varying float vPainted;\nvoid main() {')
      .replace(
        '#include <uv_vertex>',
        `#include <uv_vertex>
      vPainted = 0.0;
      #ifdef USE_MAP
        if (uv.x < ${(PAINTED / 2).toFixed(1)}) vPainted = 1.0;
      #endif`,
      );
  };
  return material;
}

function createMaterial(look: ModelMaterial, map: Texture): MeshStandardMaterial {
  const material = clayMaterial();
  const [r, g, b, a] = look.color;
  material.color.setRGB(r, g, b);
  material.map = map; // also without a picture: texture coordinates say what is painted
  material.roughness = Math.max(LEAST_ROUGH, look.roughness);
  material.metalness = Math.min(MOST_METAL, look.metalness);
  if (look.alpha === 'mask') material.alphaTest = look.cutoff;
  if (look.alpha === 'blend') Object.assign(material, { transparent: true, opacity: a });
  return material;
}

function createTexture(picture: ImageBitmap, look: ModelMaterial): Texture {
  const texture = new Texture(picture);
  texture.colorSpace = SRGBColorSpace;
  texture.flipY = false;
  [texture.wrapS, texture.wrapT] = look.wrap.map((wrap) => WRAPPINGS[wrap]);
  texture.magFilter = look.nearest ? NearestFilter : LinearFilter;
  texture.anisotropy = 4;
  texture.repeat.fromArray(look.scale);
  texture.offset.fromArray(look.offset);
  texture.rotation = look.rotation;
  texture.needsUpdate = true;
  return texture;
}

function runsOf(ofTriangle: Uint32Array): { first: number; end: number; material: number }[] {
  const runs: { first: number; end: number; material: number }[] = [];
  ofTriangle.forEach((material, t) => {
    const last = runs.at(-1);
    if (last?.material === material) last.end = t + 1;
    else runs.push({ first: t, end: t + 1, material });
  });
  return runs;
}
