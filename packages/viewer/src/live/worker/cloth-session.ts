import { type ClothRun, type ClothScene, clothScenes } from '@selfcollide/scenes';
import type { ClothSettings, LiveReply, LiveRequest } from '../live-messages.ts';
import { NearFinder } from './find-near.ts';
import { Pace } from './pace.ts';

/** Of the simulation, milliseconds: no faster than in nature. */
const STEP = 10;
/** Milliseconds between pictures at least, and searches take at most this part of the time. */
const PICTURE = 33;
const SEARCH_SHARE = 0.25;

/** A cloth that moves until somebody stops it. */
export class ClothSession {
  readonly #reply: (message: LiveReply) => void;
  readonly #scene: ClothScene;
  readonly #pace = new Pace(() => this.#stepOnce(), STEP);
  #run: ClothRun;
  #settings: ClothSettings;
  #finder: NearFinder;
  #step = 0;
  #stepMs = 0;
  #searchMs = 0;
  #sent = 0;
  /** The page has drawn what it was sent. */
  #ready = true;
  /** Something changed that the page has not been sent. */
  #stale = false;

  constructor(name: string, reply: (message: LiveReply) => void) {
    const entry = clothScenes.find((one) => one.name === name);
    if (!entry) throw new Error(`There is no live scene "${name}".`);
    this.#reply = reply;
    this.#scene = entry.make();
    this.#run = this.#scene.begin();
    const { mesh, solid, thickness, about } = this.#scene;
    this.#settings = { distance: 2 * thickness, lines: true, level: -1, dop: 18 };
    this.#finder = new NearFinder(this.#scene, this.#settings);
    const offset = mesh.positions.length / 3;
    const triangles = Uint32Array.from([...mesh.triangles, ...solid.triangles.map((v) => v + offset)]);
    const positions = Float32Array.from([...mesh.positions, ...solid.positions]);
    const opened = { about, triangles, positions, clothTriangles: mesh.triangles.length / 3, thickness };
    reply({ kind: 'cloth', opened: { ...opened, settings: this.#settings } });
    this.#send();
  }

  take(request: LiveRequest): void {
    if (request.kind === 'settings') this.#set(request.settings);
    else if (request.kind === 'run') this.#pace.run(request.running);
    else if (request.kind === 'step') this.#stepOnce();
    else if (request.kind === 'restart') this.#restart();
    else if (request.kind === 'drawn') this.#ready = true;
    // where nothing moves by itself, what the page has not seen is sent as soon as it is ready
    if (this.#stale && !this.#pace.running) this.#offer();
  }

  end(): void {
    this.#pace.end();
  }

  #set(settings: ClothSettings): void {
    const { distance, dop } = this.#settings;
    this.#settings = settings;
    const same = settings.distance === distance && settings.dop === dop;
    if (!same) this.#finder = new NearFinder(this.#scene, settings);
    this.#offer();
  }

  #restart(): void {
    this.#run = this.#scene.begin();
    this.#step = 0;
    this.#offer();
  }

  /** One step of 0.01 s. */
  #stepOnce(): void {
    const started = performance.now();
    this.#run.step();
    this.#step++;
    this.#stepMs = performance.now() - started;
    if (performance.now() - this.#sent >= Math.max(PICTURE, this.#searchMs / SEARCH_SHARE)) this.#offer();
    else this.#stale = true;
  }

  /** Unless the page is still busy with the frame before. */
  #offer(): void {
    this.#stale = !this.#ready;
    if (this.#ready) this.#send();
  }

  #send(): void {
    const { positions } = this.#run.cloth;
    const started = performance.now();
    const found = this.#finder.find(positions, this.#settings);
    this.#sent = performance.now();
    this.#searchMs = this.#sent - started;
    this.#ready = false;
    const frame = {
      ...found,
      step: this.#step,
      time: (this.#step * STEP) / 1000,
      positions: Float32Array.from(positions),
      stepMs: this.#stepMs,
      searchMs: this.#searchMs,
      rate: this.#pace.rate,
    };
    this.#reply({ kind: 'cloth-frame', frame });
  }
}
