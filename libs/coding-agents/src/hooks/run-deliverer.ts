import { readdir } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { isTransient, StrataError } from '@strata/client/errors';
import { Strata } from '@strata/client/strata';
import { takeProcessLock } from '@strata/platform/config/process-lock';
import { readCredentials } from './credentials.ts';
import { deliverSpool } from './deliver-spool.ts';
import { logLine } from './hook-log.ts';
import { hookPlaces, numberOf, type Environment, type HookPlaces } from './places.ts';
import { makeOwnFolders } from './own-files.ts';
import { SPOOL_END } from './spool.ts';

const POLL_MS = 250;
/** Calls follow each other closely while an agent works: one process takes them all. */
const DEFAULT_LINGER_MS = 10_000;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 15_000;
/** The next hook call starts another process. */
const GIVE_UP_MS = 10 * 60_000;

const REQUEST_MS = 15_000;

class InUse extends Error {}

/** Delivers the spool until nothing more comes. Only one process does so; another one ends at once. */
export async function runDeliverer(env: Environment): Promise<void> {
  const places = hookPlaces(env);
  try {
    makeOwnFolders(places.folder, places.spool);
    do {
      const lock = await takeProcessLock(places.lock, { note: {}, inUse: () => new InUse() });
      const isDone = await deliverWhileAny(env, places).finally(() => lock.release());
      if (!isDone) return;
      // A hook that saw the lock left its line to this process.
    } while ((await readdir(places.spool)).some((name) => name.endsWith(SPOOL_END)));
  } catch (error) {
    if (!(error instanceof InUse)) logLine(places, `delivery: ${error instanceof Error ? error.message : 'failed'}`);
  }
}

/** Whether everything was delivered. */
async function deliverWhileAny(env: Environment, places: HookPlaces): Promise<boolean> {
  const lingerMs = numberOf(env, 'STRATA_HOOK_LINGER_MS', DEFAULT_LINGER_MS, 600_000);
  const log = (line: string): void => logLine(places, `delivery: ${line}`);
  let quietSince = Date.now();
  let failingSince: number | undefined;
  let pauseMs = FIRST_PAUSE_MS;
  const credentials = readCredentials(env);
  if (credentials === undefined) return (log('there is no API key: set STRATA_API_KEY'), false);
  const { api } = new Strata({ ...credentials, timeoutMs: REQUEST_MS });
  while (Date.now() - quietSince < lingerMs) {
    try {
      const files = await deliverSpool(places.spool, (events) => api.captureBatch({ events }, { maxRetries: 0 }), log);
      if (files > 0) quietSince = Date.now();
      failingSince = undefined;
      pauseMs = FIRST_PAUSE_MS;
      await delay(POLL_MS);
    } catch (error) {
      if (!(error instanceof StrataError)) throw error;
      if (failingSince === undefined) log(`waits, because of ${error.code}`);
      failingSince ??= Date.now();
      if (!isTransient(error) || Date.now() - failingSince > GIVE_UP_MS)
        return (log(`ends, because of ${error.code}`), false);
      await delay(pauseMs);
      quietSince = Date.now();
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    }
  }
  return true;
}
