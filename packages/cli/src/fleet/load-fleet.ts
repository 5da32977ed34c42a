import type { FleetConnection, FleetError } from '@selfcollide/fleet';
import { OutputError, UsageError } from '../failure.ts';
import { readVersion } from '../version.ts';

export type Fleet = typeof import('@selfcollide/fleet');

/** How to reach a queue. */
export interface QueueAddress {
  readonly url: string;
  readonly queueName: string;
  /** Nothing new is put there. */
  readonly looksOnly?: boolean;
}

/** Connects to a queue, for as long as `use` takes. Only here the package for it is loaded: who has no queue does not need it. */
export async function withFleet<T>(
  { url, queueName, looksOnly = false }: QueueAddress,
  notice: (text: string) => void,
  use: (fleet: Fleet, connection: FleetConnection) => Promise<T>,
): Promise<T> {
  const fleet = await loadFleet();
  const password = process.env.SELFCOLLIDE_REDIS_PASSWORD;
  try {
    const version = `selfcollide ${readVersion()}`;
    const connection = await fleet.connectFleet({
      ...{ url, queueName, version, looksOnly, notice },
      ...(password && { password }),
    });
    try {
      return await use(fleet, connection);
    } catch (error) {
      throw connection.explain(error) ?? error;
    } finally {
      await connection.close();
    }
  } catch (error) {
    if (!(error instanceof fleet.FleetError)) throw error;
    const { kind, message }: FleetError = error;
    throw kind === 'usage' ? new UsageError(message) : new OutputError(message);
  }
}

async function loadFleet(): Promise<Fleet> {
  try {
    return await import('@selfcollide/fleet');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new UsageError('--queue needs the package @selfcollide/fleet: npm install @selfcollide/fleet.');
  }
}
