import { Advancer } from './confirm/impacts/advance.ts';
import type { MoreQueries } from './mesh-detector-settings.ts';
import { ProximityCalls } from './proximity-calls.ts';
import { StepQueries } from './step-queries.ts';

/** Everything that can be asked besides where a pose meets itself. */
export const everyQuery: MoreQueries = { ProximityCalls, StepQueries, Advancer };
