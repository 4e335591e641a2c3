import { CLIENTS } from '@strata/coding-agents/clients';
import { ConfigError } from '@strata/coding-agents/connecting/config-edit';
import { planConnection } from '@strata/coding-agents/connecting/connect-client';
import { hookPlaces } from '@strata/coding-agents/hooks/places';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Cli } from '../cli.ts';
import { clientPlaces } from '../connect-clients.ts';
import type { Finding } from './finding.ts';

const MINUTE_MS = 60_000;
/** Deliveries are tried with each hook call: what waits longer, waits for something else. */
const LONG_MS = 10 * MINUTE_MS;
const KIBIBYTE = 1024;

/** What hooks of coding agents wrote and nothing has sent yet. */
export function* checkSpool({ surroundings }: Cli): Generator<Finding> {
  const { spool, log } = hookPlaces(surroundings.env);
  const files = filesIn(spool);
  const check = 'Hooks';
  if (files.length === 0) {
    yield { check, state: 'ok', says: 'nothing waits to be sent' };
    return;
  }
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const waitedMs = Date.now() - Math.min(...files.map(({ mtimeMs }) => mtimeMs));
  const says = `${Math.ceil(bytes / KIBIBYTE)} KiB of ${files.length} ${files.length === 1 ? 'session' : 'sessions'} wait in ${spool}`;
  if (waitedMs < LONG_MS) yield { check, state: 'ok', says };
  else
    yield {
      check,
      state: 'note',
      says: `${says}, the oldest for ${Math.floor(waitedMs / MINUTE_MS)} minutes`,
      next: `The next hook call sends it, if the service responds. If that does not help, see ${log}`,
    };
}

function filesIn(folder: string): { readonly size: number; readonly mtimeMs: number }[] {
  try {
    return readdirSync(folder).flatMap((name) => statSync(join(folder, name), { throwIfNoEntry: false }) ?? []);
  } catch {
    return [];
  }
}

/** Which coding agents are on this machine, and whether Strata is inside them. */
export async function* checkAgents(cli: Cli): AsyncGenerator<Finding> {
  const { filesOf, isHere, backups } = clientPlaces(cli.surroundings, false);
  const clients = CLIENTS.filter(isHere);
  if (clients.length === 0) yield { check: 'Coding agents', state: 'ok', says: 'there is none here that Strata knows' };
  for (const client of clients) {
    const check = `Coding agent ${client}`;
    try {
      const planned = await planConnection(filesOf(client), backups);
      const missing = planned.filter(({ before, after }) => before !== after);
      const isForeign = missing.every(({ before, original }) => before === original);
      if (missing.length === 0) yield { check, state: 'ok', says: 'connected' };
      else
        yield {
          check,
          state: isForeign && missing.length === planned.length ? 'note' : 'fail',
          says: isForeign && missing.length === planned.length ? 'not connected' : 'its connection is old, or in parts',
          next: `strata connect ${client}`,
        };
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      yield { check, state: 'fail', says: error.message, next: 'Repair the file.' };
    }
  }
}
