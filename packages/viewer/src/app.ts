import { byId, element, formatCount, Player } from '@selfcollide/kit';
import type { FrameResult, OpenedMesh, SourceRequest, ViewerReply } from './messages.ts';
import { AlgorithmPanel } from './panels/algorithm-panel.ts';
import { ChartPanel } from './panels/chart-panel.ts';
import { type ChosenContact, ContactPanel } from './panels/contact-panel.ts';
import { MethodPanel } from './panels/method-panel.ts';
import { Stage } from './stage/stage.ts';
import { Status } from './status.ts';
import { WorkerClient } from './worker-client.ts';

/** How a source is opened. */
export interface OpenSettings {
  readonly frame?: number;
  readonly play?: boolean;
}

/** Puts picture, panels and worker together. */
export class App {
  readonly stage: Stage;
  readonly player: Player;
  readonly methods: MethodPanel;
  readonly contacts: ContactPanel;
  readonly chart: ChartPanel;
  readonly algorithm: AlgorithmPanel;
  readonly #status: Status;
  readonly #client: WorkerClient;
  readonly #algorithmDetails = byId<HTMLDetailsElement>('algorithm-details');
  #source: SourceRequest | null = null;
  #mesh: OpenedMesh | null = null;
  #result: FrameResult | null = null;
  #settings: OpenSettings = {};
  /** What the worker is at. It has lost the mesh (`closed`) after it was stopped. */
  #worker: 'closed' | 'opening' | 'idle' | 'searching' = 'closed';
  /** Wishes changed while the worker was busy. */
  #again = false;
  /** What is being opened; null while the mesh on the screen is opened again. */
  #candidate: SourceRequest | null = null;
  /** The worker was restarted and does not have `#source` open. */
  #lost = false;

  constructor() {
    this.stage = new Stage(byId<HTMLCanvasElement>('stage'));
    this.#status = new Status(() => this.cancel());
    const search = () => this.#search();
    this.player = new Player({
      rate: 30,
      skips: false, // every frame is searched
      onFrame: search,
      onChange: () => this.#showTransport(),
    });
    this.methods = new MethodPanel(byId('method-panel'), search);
    this.contacts = new ContactPanel(byId('contact-panel'), (chosen) => this.#flyTo(chosen));
    this.chart = new ChartPanel(byId('chart-panel'));
    this.algorithm = new AlgorithmPanel(byId('algorithm-panel'), search);
    this.#client = new WorkerClient(
      (reply) => this.#take(reply),
      (message) => this.#crashed(message),
    );
    this.#algorithmDetails.addEventListener('toggle', search);
    byId('chart-details').addEventListener('toggle', (event) => {
      this.chart.setOpen((event.target as HTMLDetailsElement).open);
    });
    this.stage.onClick = (x, y) => this.#click(x, y);
  }

  get result(): FrameResult | null {
    return this.#result;
  }

  /** What is open by name, for the address bar; null for files. */
  get sceneName(): string | null {
    return this.#source?.kind === 'scene' ? this.#source.name : null;
  }

  problem(message: string): void {
    this.#status.problem(message);
  }

  open(source: SourceRequest, settings: OpenSettings = {}): void {
    this.player.pause();
    this.#status.clearProblem();
    // nobody waits any more for what it does
    if (this.#worker === 'searching' || this.#worker === 'opening') this.#restart();
    this.#worker = 'opening';
    this.#candidate = source;
    this.#settings = settings;
    const what = source.kind === 'scene' ? source.name : source.files[0].name;
    this.#status.working(`Opening ${what}`);
    this.#client.send({ kind: 'open', source });
  }

  /** Stops whatever the worker does. The picture stays; the next frame asked for starts over. */
  cancel(): void {
    this.#restart();
    this.player.pause();
    this.#status.idle();
    this.#worker = 'closed';
    this.#status.problem('Stopped. Press play or choose a method to try again, or open another scene or file.');
  }

  #restart(): void {
    this.#client.restart();
    this.#lost = true;
    this.#again = false;
  }

  #search(): void {
    if (!this.#mesh) return;
    if (this.#worker === 'closed') {
      this.#reopen();
      return;
    }
    if (this.#worker !== 'idle') {
      this.#again = true;
      return;
    }
    this.#worker = 'searching';
    const { shown, measured, missed } = this.methods;
    const algorithm = this.#algorithmDetails.open ? this.algorithm.wishes : null;
    this.#status.working('Searching');
    this.#client.send({ kind: 'frame', frame: this.player.frame, wishes: { shown, measured, missed, algorithm } });
  }

  #take(reply: ViewerReply): void {
    switch (reply.kind) {
      case 'progress':
        this.#status.working(reply.doing, reply.fraction);
        return;
      case 'opened':
        this.#showMesh(reply.mesh);
        return;
      case 'frame':
        this.#finish();
        this.#showFrame(reply.result);
        if (!this.#again) this.player.shown();
        else this.#searchAgain();
        return;
      case 'failed':
        this.#failed(reply.request, reply.message);
        return;
      default:
    }
  }

  #searchAgain(): void {
    this.#again = false;
    this.#search();
  }

  #finish(): void {
    this.#status.idle();
    this.#worker = 'idle';
  }

  #failed(request: string, message: string): void {
    this.player.pause();
    this.#finish();
    this.#again = false;
    if (request !== 'open') {
      this.#status.problem(message);
      return;
    }
    const candidate = this.#candidate;
    this.#candidate = null;
    const advice =
      candidate?.kind === 'files'
        ? ' Check that the file is complete, or export it again as GLB, OBJ, PLY, STL or OFF, and drop it here.'
        : '';
    this.#status.problem(`${message}${advice}`);
    if (this.#lost) this.#reopen();
  }

  /** Gives a new worker the mesh that is on the screen. */
  #reopen(): void {
    if (!this.#source) return;
    this.#worker = 'opening';
    this.#candidate = null;
    this.#settings = { play: this.player.playing };
    this.#status.working('Opening again');
    this.#client.send({ kind: 'open', source: this.#source });
  }

  #crashed(message: string): void {
    this.cancel();
    this.#status.problem(
      `The search stopped unexpectedly (${message}). The mesh may be too large for this browser's memory; try a smaller one.`,
    );
  }

  #showMesh(mesh: OpenedMesh): void {
    this.#finish();
    this.#lost = false;
    const again = this.#candidate === null;
    this.#source = this.#candidate ?? this.#source;
    this.#candidate = null;
    const { frame = 0, play = false } = this.#settings;
    if (!again) {
      this.#mesh = mesh;
      this.#result = null;
      this.stage.open(mesh);
      this.methods.open(mesh.triangles.length / 3);
      this.contacts.show(null);
      this.algorithm.forget();
      this.#status.count(null);
      this.#describe(mesh);
      this.player.open(mesh.frameCount, frame);
      this.chart.clear(mesh.frameCount);
    }
    this.#search();
    if (play) this.player.play();
  }

  #describe({ name, about, triangles, vertexCount, frameCount, warnings }: OpenedMesh): void {
    byId('mesh-name').textContent = `${name}: ${about}`;
    byId('mesh-name').title = about;
    document.title = `${name} · selfcollide`;
    const rows: [string, string][] = [
      ['Triangles', formatCount(triangles.length / 3)],
      ['Vertices', formatCount(vertexCount)],
      ['Frames', formatCount(frameCount)],
    ];
    byId('mesh-panel').replaceChildren(
      element('p', {}, about),
      element('dl', {}, ...rows.flatMap(([term, value]) => [element('dt', {}, term), element('dd', {}, value)])),
      ...warnings.map((warning) => element('p', { className: 'quiet' }, warning)),
    );
  }

  #showFrame(result: FrameResult): void {
    const { stage } = this;
    stage.mesh.move(result.positions);
    // opened at a later frame, the mesh may be elsewhere
    if (!this.#result && result.frame > 0) stage.home();
    this.#result = result;
    stage.showContacts(result.contacts, result.missed);
    stage.mesh.show(result.algorithm, result.algorithm ? this.algorithm.paint : 'plain');
    if (result.algorithm) this.algorithm.show(result.algorithm);
    this.methods.write(result);
    this.contacts.show(result);
    this.chart.add(result, this.methods.measured);
    this.#status.count(result);
    stage.draw();
  }

  #showTransport(): void {
    const { frame, frameCount, playing } = this.player;
    const scrub = byId<HTMLInputElement>('scrub');
    scrub.max = String(frameCount - 1);
    scrub.value = String(frame);
    byId('frame-number').textContent = `${frame} / ${frameCount - 1}`;
    const play = byId('play');
    play.classList.toggle('playing', playing);
    play.setAttribute('aria-label', playing ? 'Pause' : 'Play');
    byId('contact-count').ariaLive = playing ? 'off' : 'polite'; // thirty counts a second would never be read out in time
    for (const id of ['play', 'step-back', 'step-forward', 'scrub'])
      byId<HTMLButtonElement>(id).disabled = frameCount < 2;
  }

  #flyTo({ list, index, missed }: ChosenContact): void {
    this.player.pause();
    const { stage } = this;
    const { positions } = stage.mesh;
    const edge = [list.edgeA[index], list.edgeB[index]] as const;
    const size = Math.hypot(...[0, 1, 2].map((k) => positions[3 * edge[0] + k] - positions[3 * edge[1] + k]));
    const layer = missed ? stage.missed : stage.contacts;
    layer.choose({ edge, triangles: [list.triangle[index]] }, stage.mesh);
    stage.flyTo(list.points.subarray(3 * index), Math.min(3, Math.max(0.01, 10 * size)));
  }

  #click(x: number, y: number): void {
    if (!this.#result || !this.#mesh) return;
    if (this.#algorithmDetails.open) {
      this.algorithm.click(this.stage.triangleAt(x, y));
      return;
    }
    for (const list of [this.#result.contacts, this.#result.missed]) {
      const index = list ? this.stage.pointAt(list.points, x, y) : -1;
      if (!list || index < 0) continue;
      this.contacts.choose({ list, index, missed: list === this.#result.missed });
      return;
    }
  }
}
