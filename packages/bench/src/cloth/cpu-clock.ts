import { Session } from 'node:inspector';

/** Milliseconds of processor time that this process has taken: other programs beside it do not count. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Microseconds between samples. */
const INTERVAL = 100;

interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string };
    readonly children?: readonly number[];
  }[];
  readonly samples?: readonly number[];
  readonly timeDeltas?: readonly number[];
}

/** The part of the time of `work` that is spent in functions of these names or in what they call, by sampling; 0 to 1. */
export function shareOfTime(names: readonly string[], work: () => void): number {
  const session = new Session();
  session.connect();
  let profile: Profile | undefined;
  session.post('Profiler.enable');
  session.post('Profiler.setSamplingInterval', { interval: INTERVAL });
  session.post('Profiler.start');
  try {
    work();
  } finally {
    session.post('Profiler.stop', (_, result) => {
      profile = result?.profile;
    });
    session.disconnect();
  }
  return profile ? shareIn(profile, names) : 0;
}

function shareIn({ nodes, samples = [], timeDeltas = [] }: Profile, names: readonly string[]): number {
  const inside = new Map<number, boolean>();
  // a child comes after its parent
  for (const { id, callFrame, children = [] } of nodes) {
    const name = callFrame.functionName.replace(/\$\d+$/, ''); // bundlers number functions of the same name
    const here = inside.get(id) === true || names.includes(name);
    inside.set(id, here);
    for (const child of children) inside.set(child, here);
  }
  let sum = 0;
  let all = 0;
  samples.forEach((id, i) => {
    all += timeDeltas[i];
    if (inside.get(id)) sum += timeDeltas[i];
  });
  return all > 0 ? sum / all : 0;
}
