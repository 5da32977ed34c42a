export { type FollowListener, type FollowOptions, followRun } from './client/follow-run.ts';
export {
  cancelRun,
  countWorkers,
  describeQueue,
  findRun,
  forgetRun,
  listDeadLetters,
  listRuns,
  readRun,
} from './client/manage-runs.ts';
export { makeRunName, type Prepared, type QueueRunOptions, queueRun } from './client/queue-run.ts';
export { type ConnectOptions, connectFleet, type FleetConnection } from './connect.ts';
export type { DeadLetter } from './dead-letters.ts';
export { FleetError } from './fleet-error.ts';
export type { RunFacts, RunState } from './run-store.ts';
export { type Swept, sweep } from './sweep.ts';
export type {
  FleetChecker,
  FleetEngine,
  FleetFailure,
  FleetHeader,
  FleetInput,
  FleetOpenReply,
  FleetResult,
  LocatedFile,
  QueuedFile,
  QueuedInput,
  RunPlan,
} from './types.ts';
export { fetchTo, isBelow } from './worker/locate-files.ts';
export { type RunningWorker, startWorker, type WorkerOptions } from './worker/start-worker.ts';
export type { WorkerCounts } from './worker/worker-counts.ts';
