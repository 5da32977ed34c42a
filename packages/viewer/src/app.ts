import {
  byId,
  formatCount,
  Review,
  type ReviewFile,
  type Shortcut,
  showVerdict,
  UNREADABLE,
  UNSEARCHED,
} from '@selfcollide/kit';
import { listFiles } from './file-list.ts';
import { findingsOf } from './frame-findings.ts';
import { hasZUp, sceneTitle } from './gallery-scenes.ts';
import { judgeFrames } from './judge-frames.ts';
import type { FrameResult, OpenedMesh, SourceRequest, ViewerReply } from './messages.ts';
import { AlgorithmPanel } from './panels/algorithm-panel.ts';
import { ChartPanel } from './panels/chart-panel.ts';
import { FilterPanel } from './panels/filter-panel.ts';
import { MethodPanel } from './panels/method-panel.ts';
import { reviewOfMesh } from './review-of-mesh.ts';
import { Stage } from './stage/stage.ts';
import { Status } from './status.ts';
import { StepView } from './step-view.ts';
import { WorkerClient } from './worker-client.ts';

/** How a source is opened. */
export interface OpenSettings {
  readonly frame?: number;
  readonly play?: boolean;
}

/** Frames listed as the worst. */
const WORST_FRAMES = 10;
/** Milliseconds between updates of verdict and worst frames while frames are counted. */
const REFRESH = 120;
/** Fewer frames than these are not played unasked. */
const WORTH_PLAYING = 5;

/** Puts picture, panels and worker together. */
export class App {
  readonly stage: Stage;
  readonly review: Review;
  readonly methods: MethodPanel;
  readonly chart: ChartPanel;
  readonly algorithm: AlgorithmPanel;
  readonly filters: FilterPanel;
  readonly step: StepView;
  readonly #status: Status;
  readonly #client: WorkerClient;
  readonly #algorithmDetails = byId<HTMLDetailsElement>('algorithm-details');
  #source: SourceRequest | null = null;
  #mesh: OpenedMesh | null = null;
  #file: (ReviewFile & { counts: Int32Array }) | null = null;
  #result: FrameResult | null = null;
  #settings: OpenSettings = {};
  /** What the worker is at. It has lost the mesh (`closed`) after it was stopped. */
  #worker: 'closed' | 'opening' | 'idle' | 'searching' | 'counting' = 'closed';
  /** Wishes changed while the worker was busy. */
  #again = false;
  /** What is being opened; null while the mesh on the screen is opened again. */
  #candidate: SourceRequest | null = null;
  /** The worker was restarted and does not have `#source` open. */
  #lost = false;
  /** Counts of an earlier turn are of another mesh or another filter. */
  #turn = 0;
  #refreshTimer = 0;

  constructor(shortcuts: readonly Shortcut[]) {
    this.stage = new Stage(byId<HTMLCanvasElement>('canvas'));
    this.#status = new Status(() => this.cancel());
    const search = () => this.#search();
    this.review = new Review({
      view: this.stage,
      rate: 30,
      skips: false, // every frame is searched
      onFrame: search,
      onTheme: () => this.chart.rebuild(),
      shortcuts,
    });
    this.methods = new MethodPanel(byId('method-panel'), search);
    this.chart = new ChartPanel(byId('chart-panel'));
    this.algorithm = new AlgorithmPanel(byId('algorithm-panel'), search);
    this.filters = new FilterPanel(byId('filter-panel'), () => this.#forgetCounts());
    this.#client = new WorkerClient(
      (reply) => this.#take(reply),
      (message) => this.#crashed(message),
    );
    this.review.tabs.onChange = search;
    this.#algorithmDetails.addEventListener('toggle', search);
    this.step = new StepView(this.stage, () => this.review.tabs.current === 'how-panel', search);
    byId('chart-details').addEventListener('toggle', (event) => {
      this.chart.setOpen((event.target as HTMLDetailsElement).open);
    });
    const pick = this.stage.onClick;
    this.stage.onClick = (x, y) => {
      if (this.#showsAlgorithm) this.algorithm.click(this.stage.triangleAt(x, y));
      else pick(x, y);
    };
  }

  get player() {
    return this.review.player;
  }

  get result(): FrameResult | null {
    return this.#result;
  }

  /** Contacts per frame as far as they are known. */
  get counts(): Int32Array {
    return this.#file?.counts ?? new Int32Array(0);
  }

  problem(message: string): void {
    this.#status.problem(message);
  }

  open(source: SourceRequest, settings: OpenSettings = {}): void {
    this.player.pause();
    this.#status.clearProblem();
    // nobody waits any more for what it does
    if (this.#worker !== 'idle' && this.#worker !== 'closed') this.#restart();
    this.#worker = 'opening';
    this.#turn++;
    this.#candidate = source;
    this.#settings = settings;
    const what = source.kind === 'scene' ? sceneTitle(source.name) : (source.only ?? source.files[0].name);
    this.#status.working(`Opening ${what}`);
    this.#client.send({ kind: 'open', source });
  }

  /** Leaves the page to others, until something is opened again. */
  close(): void {
    this.#stop();
    this.#status.clearProblem();
    this.#turn++;
    [this.#mesh, this.#file, this.#source, this.#candidate] = [null, null, null, null];
    this.stage.clear();
    this.review.setZUp(false);
    this.review.offerClay(false);
    listFiles(null, [], () => {});
  }

  /** Stops whatever the worker does. The picture stays; the next frame asked for starts over. */
  cancel(): void {
    this.#stop();
    this.#status.problem('Stopped. Press play or choose a method to try again, or open another scene or file.');
  }

  /** Opens a panel of the tab that explains, and closes it again. */
  toggleDetails(id: string): void {
    const details = byId<HTMLDetailsElement>(id);
    details.open = this.review.tabs.current !== 'how-panel' || !details.open;
    this.review.tabs.open('how-panel');
  }

  get #showsAlgorithm(): boolean {
    return this.#algorithmDetails.open && this.review.tabs.current === 'how-panel';
  }

  #stop(): void {
    this.#restart();
    this.player.pause();
    this.#status.idle();
    this.#worker = 'closed';
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
    const algorithm = this.#showsAlgorithm ? this.algorithm.wishes : null;
    const { filter } = this.filters;
    this.#status.working('Searching');
    const wishes = { shown, measured, missed, algorithm, filter, step: this.step.wanted };
    this.#client.send({ kind: 'frame', frame: this.player.frame, wishes });
  }

  #take(reply: ViewerReply): void {
    switch (reply.kind) {
      case 'progress':
        if (this.#worker !== 'counting') this.#status.working(reply.doing, reply.fraction);
        return;
      case 'opened':
        this.#showMesh(reply.mesh);
        return;
      case 'frame':
        this.#finish();
        this.#showFrame(reply.result);
        break;
      case 'counted':
        this.#worker = 'idle';
        if (reply.turn === this.#turn) this.#setCount(reply.frame, reply.count ?? UNREADABLE);
        break;
      case 'failed':
        this.#failed(reply.request, reply.message);
        return;
      default:
        return;
    }
    if (this.#again) {
      this.#again = false;
      this.#search();
    } else if (!this.player.playing) this.#countNext();
  }

  /** While nobody asks for anything: the frames that nobody has looked at, from the one on the screen on. */
  #countNext(): void {
    if (this.#worker !== 'idle' || !this.#file) return;
    const { counts } = this.#file;
    const here = this.player.frame;
    for (let i = 0; i < counts.length; i++) {
      const frame = (here + i) % counts.length;
      if (counts[frame] !== UNSEARCHED) continue;
      this.#worker = 'counting';
      this.#client.send({ kind: 'count', frame, filter: this.filters.filter, turn: this.#turn });
      return;
    }
  }

  #setCount(frame: number, count: number): void {
    if (!this.#file) return;
    this.#file.counts[frame] = count;
    if (this.#refreshTimer) return;
    this.#refreshTimer = window.setTimeout(() => {
      this.#refreshTimer = 0;
      this.#refresh();
    }, REFRESH);
  }

  /** Other contacts count now. */
  #forgetCounts(): void {
    this.#turn++;
    this.#file?.counts.fill(UNSEARCHED);
    this.#refresh();
    this.#search();
  }

  #refresh(): void {
    const file = this.#file;
    if (!file || !this.#mesh) return;
    const order = Array.from(file.counts.keys()).filter((frame) => file.counts[frame] > 0);
    order.sort((a, b) => file.counts[b] - file.counts[a] || a - b);
    const worst = order.slice(0, WORST_FRAMES);
    this.review.refresh(worst.map((frame) => ({ frame, count: formatCount(file.counts[frame]), where: '' })));
    const { text, state } = judgeFrames(file, order, this.filters.active);
    showVerdict(text, state);
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
      // what was found before its file went away is still known
      const known = this.#file?.counts[this.player.frame] ?? 0;
      if (this.#file && known <= 0) this.#setCount(this.player.frame, UNREADABLE);
      this.#status.problem(message);
      this.#countNext();
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
    if (again) this.#search();
    else {
      const { frameCount, name } = mesh;
      this.#mesh = mesh;
      this.#result = null;
      this.#file = reviewOfMesh(mesh);
      if (this.#source?.kind === 'scene') this.review.setZUp(hasZUp(this.#source.name));
      this.stage.open(mesh);
      this.review.offerClay(mesh.look !== null);
      this.methods.open(mesh.triangles.length / 3);
      this.algorithm.forget();
      this.filters.open(mesh);
      this.chart.clear(frameCount);
      Object.assign(byId('mesh-name'), { textContent: `${name}: ${mesh.about}`, title: mesh.about });
      document.title = `${name} · selfcollide`;
      document.documentElement.dataset.open = this.#source?.kind === 'scene' ? this.#source.name : name;
      listFiles(this.#source, mesh.files, (source) => this.open(source));
      this.review.open(this.#file, frame);
      this.#refresh();
    }
    if (play && mesh.frameCount >= WORTH_PLAYING) this.player.play();
  }

  #showFrame(result: FrameResult): void {
    this.#result = result;
    this.stage.showFrame(result, this.algorithm.paint);
    if (result.algorithm) this.algorithm.show(result.algorithm);
    this.methods.write(result);
    this.step.show(result);
    this.chart.add(result, this.methods.measured);
    this.filters.show(result.contacts);
    if (this.methods.shown !== 'unsafe-normal-cone') this.#setCount(result.frame, result.contacts.count);
    this.review.show(findingsOf(result, this.#mesh!.objectNames));
  }
}
