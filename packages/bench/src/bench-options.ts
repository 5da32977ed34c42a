import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';

export interface BenchOptions {
  /** `name` or `name:triangles`; empty for the default set. */
  readonly scenes: readonly string[];
  /** Empty for the default set. */
  readonly methods: readonly string[];
  readonly frames: string;
  readonly triangles?: number;
  readonly baseline?: string;
  /** A file, or `-` for standard output. */
  readonly json?: string;
  readonly append: boolean;
  /** A file of results that `--append` wrote. */
  readonly compare?: string;
  /** Folder of another checkout, built. */
  readonly against?: string;
  readonly quick: boolean;
  readonly counters: boolean;
  readonly table:
    | 'frames'
    | 'culling'
    | 'throughput'
    | 'star'
    | 'impacts'
    | 'cloth'
    | 'contact'
    | 'fix'
    | 'fleet'
    | 'kernel'
    | 'prepare'
    | 'subspace';
  readonly write: boolean;
  readonly data: boolean;
}

const DETAILS = `
--table star times the star paper’s simulated scenes at its sizes: first run about 30 minutes, --quick below 3. Simulated frames are
kept in packages/bench/cache. Peers in C++ (cpp-box-tree, embree, cgal-boxes, cgal-pmp) are compiled into packages/bench/native/build if g++,
libembree-dev and libcgal-dev are there; for --table impacts cpp-cubic, cpp-inclusion and, with libfcl-dev, fcl. The exit status is 1 if safe methods, or with --against the two
builds, found different contacts.
`;

/** Options that mean nothing beside `--against`, which prints ratios of two builds and keeps nothing. */
const AGAINST_ALONE = ['baseline', 'counters', 'json', 'append', 'compare', 'table', 'data'];

/** Reads the arguments of `npm run bench`. Returns an exit status instead if help was asked for (0) or they make no sense (2). */
export function parseBenchOptions(args: readonly string[]): BenchOptions | number {
  const command = new Command('npm run bench --')
    .description('Times preparation, update and query of every method, in turns, on the same frames.')
    .argument('[scenes...]', 'names of scenes, or name:triangles; default: the set in the README')
    .option('--methods <names...>', 'methods and peers to run; default: all but brute-force and those in C++')
    .option('--frames <count or list>', 'how many frames, spread evenly, or which: 0,12,40', '4')
    .option('--triangles <n>', 'triangles wanted in every scene that is not given as name:triangles', wholeNumber)
    .option(
      '--baseline <name>',
      'the contender that others are compared with; default: three-mesh-bvh-tuned, or else the first',
    )
    .option('--counters', 'also print what the queries cost', false)
    .option('--json <file>', 'write all measurements as JSON; - is standard output')
    .option('--append', 'add a row per measurement to packages/bench/results/<cpu>.csv', false)
    .option(
      '--compare <file>',
      'star what got more than 5 % slower, relative to the baseline, than the newest row in results/<cpu>.csv',
    )
    .option(
      '--against <folder>',
      'time star-contour and box-tree, or --methods, of this build and of another checkout that was built, in turns',
    )
    .option('--quick', 'few rounds: to see that it works, not to compare', false)
    .addOption(
      new Option(
        '--table <name>',
        'frames; star: the star paper’s Table 1 and Figure 8, with peers and real data; culling: gain of star-contour over a box tree; throughput: triangle pairs decided per second; impacts: truth data of continuous detection, gain, growth, with peers; cloth: proximities, with peers, and the cloth paper’s tables, of all or of detection, table-cloth, sheets, tape, folding-tape, walk-pants, walk-low, walk-high, each scene also as name:steps; contact: shells that stay free of contacts; fix: what fix makes of clips and garments, and how far from their shape; fleet: what a queue costs and more workers give, of all or of times, memory, growth; kernel: WebAssembly against TypeScript, with peers; prepare: preparation, memory, growth, threads inside a frame, of all or of growth, once, threads; subspace: the subspace paper’s tables and figures, of all or of named scenes and figure-4, figure-7, figure-9, figure-12, figure-14',
      )
        .choices([
          'frames',
          'star',
          'culling',
          'throughput',
          'impacts',
          'cloth',
          'contact',
          'fix',
          'fleet',
          'kernel',
          'prepare',
          'subspace',
        ])
        .default('frames'),
    )
    .option(
      '--write',
      'with --table star, impacts, contact, cloth, kernel, prepare or subspace: put tables into the page in docs/ that is about them',
      false,
    )
    .option('--data', 'compare contact counts with the manifest of ../shared/data instead', false)
    .addHelpText('after', DETAILS)
    .showHelpAfterError()
    .exitOverride();
  try {
    command.parse(args, { from: 'user' });
    const { write, table, against } = command.opts<BenchOptions>();
    if (write && !['star', 'impacts', 'contact', 'cloth', 'kernel', 'prepare', 'subspace'].includes(table)) {
      command.error(
        "error: option '--write' needs --table star, impacts, contact, cloth, kernel, prepare or subspace.",
      );
    }
    if (against !== undefined) {
      const other = AGAINST_ALONE.find((name) => command.getOptionValueSource(name) === 'cli');
      if (other !== undefined) command.error(`error: option '--against' does nothing with --${other}.`);
    }
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    throw error;
  }
  const { methods = [], ...rest } = command.opts<Omit<BenchOptions, 'scenes'>>();
  return { ...rest, methods: splitNames(methods), scenes: splitNames(command.args) };
}

/** Names may be separated by spaces or commas. */
export function splitNames(names: readonly string[]): string[] {
  return names.flatMap((name) => name.split(',')).filter((name) => name !== '');
}

export function wholeNumber(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= 1) return value;
  throw new InvalidArgumentError('It must be a whole number from 1.');
}
