import {
  type Camera,
  DirectionalLight,
  Group,
  HemisphereLight,
  Mesh,
  PCFShadowMap,
  PlaneGeometry,
  ShadowMaterial,
  type Vector3,
  type WebGLRenderer,
} from 'three';

/** Side of the shadow's picture, texels: soft anyway. */
const SHADOW_TEXELS = 1024;

/** Soft light from the sky, a lamp high on the left that casts the shadow on the ground, and a fill light at the camera. */
export class StudioLights {
  readonly group = new Group();
  readonly #sky = new HemisphereLight(0xffffff, 0x8d92a3, 1.5);
  readonly #lamp = new DirectionalLight(0xffffff, 1.9);
  readonly #fill = new DirectionalLight(0xffffff, 0.7);
  readonly #floor = new Mesh(new PlaneGeometry(1, 1), new ShadowMaterial({ opacity: 0.22 }));
  readonly #renderer: WebGLRenderer;

  constructor(renderer: WebGLRenderer, camera: Camera) {
    this.#renderer = renderer;
    renderer.shadowMap.enabled = true;
    renderer.shadowMap.type = PCFShadowMap;
    this.#lamp.castShadow = true;
    this.#lamp.shadow.mapSize.set(SHADOW_TEXELS, SHADOW_TEXELS);
    this.#lamp.shadow.radius = 6;
    this.#floor.rotation.x = -Math.PI / 2;
    this.#floor.receiveShadow = true;
    this.#floor.renderOrder = -1;
    this.#fill.position.set(0.4, 0.2, 1);
    camera.add(this.#fill);
    this.group.add(this.#sky, this.#lamp, this.#lamp.target, this.#floor);
  }

  setDark(dark: boolean): void {
    this.#floor.material.opacity = dark ? 0.45 : 0.16;
    this.#sky.intensity = dark ? 1.1 : 1.5;
  }

  setShadow(on: boolean): void {
    this.#floor.visible = on;
    this.#renderer.shadowMap.autoUpdate = on;
  }

  /** Around a model of this size that stands at that height. */
  place(center: Vector3, radius: number, floor: number): void {
    const lamp = this.#lamp;
    lamp.position.set(center.x - 0.9 * radius, center.y + 3 * radius, center.z + 1.2 * radius);
    lamp.target.position.copy(center);
    const { camera } = lamp.shadow;
    camera.left = camera.bottom = -1.9 * radius;
    camera.right = camera.top = 1.9 * radius;
    camera.near = 0.5 * radius;
    camera.far = 7 * radius;
    camera.updateProjectionMatrix();
    lamp.shadow.bias = -0.002;
    lamp.shadow.normalBias = 0.01 * radius;
    this.#floor.scale.setScalar(30 * radius);
    this.#floor.position.set(center.x, floor, center.z);
  }
}
