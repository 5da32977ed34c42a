import type { Browser, Page } from 'playwright-core';

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds of the thread's own time: what else runs on the machine is not in it. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

const CATEGORIES = ['toplevel', 'disabled-by-default-devtools.timeline', '__metadata'];

/** Milliseconds of processor time of every task that a page's own thread ran while `act` went on, longest first. */
export async function taskTimes(browser: Browser, page: Page, act: () => Promise<void>): Promise<number[]> {
  await browser.startTracing(page, { categories: CATEGORIES });
  await act();
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse((await browser.stopTracing()).toString());
  const own = traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const threads = new Set(own.map(({ pid, tid }) => `${pid} ${tid}`));
  return traceEvents
    .filter(({ name, ph, pid, tid }) => name.endsWith('RunTask') && ph === 'X' && threads.has(`${pid} ${tid}`))
    .map(({ tdur = 0 }) => tdur / 1000)
    .sort((a, b) => b - a);
}
