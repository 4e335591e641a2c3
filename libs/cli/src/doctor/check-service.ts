import { StrataError } from '@strata/client/errors';
import { Strata } from '@strata/client/strata';
import type { Cli } from '../cli.ts';
import { describeFailure } from '../failures.ts';
import { readService, type Health } from '../read-service.ts';
import { VERSION } from '../version.ts';
import type { Finding } from './finding.ts';

/** Events of a clock that is further ahead than five minutes are rejected. */
const MAX_SKEW_MS = 60_000;

/** Whether the service responds, is well and has this machine's time, and what the key may do there. */
export async function* checkService({ connection }: Cli): AsyncGenerator<Finding> {
  const { url, apiKey, keyFrom } = connection;
  try {
    const { health, skewMs } = await readService(url);
    yield describeHealth(url, health);
    yield describeClock(skewMs);
  } catch (error) {
    const { message, hint } = describeFailure(error, url);
    yield { check: 'Service', state: 'fail', says: message, ...(hint === undefined ? {} : { next: hint }) };
    return;
  }
  if (apiKey === undefined) {
    yield { check: 'API key', state: 'fail', says: 'there is none for this service', next: 'strata login' };
    return;
  }
  yield* checkScopes(new Strata({ baseUrl: url, apiKey, maxRetries: 0 }), keyFrom);
}

function describeHealth(url: string, { status, version, alerts, subsystems }: Health): Finding {
  const check = 'Service';
  const says = `${url}, version ${version}, ${status}`;
  if (status === 'healthy')
    return version === VERSION
      ? { check, state: 'ok', says }
      : { check, state: 'note', says, next: `This program has version ${VERSION}: use the one of the service.` };
  const down = Object.entries(subsystems.workers.services).flatMap(([name, state]) => (state === 'up' ? [] : [name]));
  const reasons = [...alerts.rules.map(({ message }) => message), ...down.map((name) => `${name} is down`)];
  const next = `${reasons.join('; ') || 'See its health record'}. The page about running Strata says what to do about each alert.`;
  return { check, state: status === 'degraded' ? 'note' : 'fail', says, next };
}

function describeClock(skewMs: number | undefined): Finding {
  const check = 'Clock';
  if (skewMs === undefined) return { check, state: 'ok', says: 'the service does not say its time' };
  const seconds = Math.round(skewMs / 1000);
  const says =
    seconds === 0
      ? 'as that of the service'
      : `${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} that of the service`;
  return Math.abs(skewMs) < MAX_SKEW_MS
    ? { check, state: 'ok', says }
    : { check, state: 'fail', says, next: 'Set the clock, for example with "timedatectl set-ntp true".' };
}

/** What a scope allows, and a request that needs it and changes nothing. */
const SCOPES = [
  ['read', 'ask, memories, artifacts, why', ({ api }: Strata) => api.listMemories({ limit: 1 })],
  ['write', 'capture, import, learn', ({ api }: Strata) => api.captureBatch({ events: [] })],
  ['admin', 'forget', ({ api }: Strata) => api.listErasures({ limit: 1 })],
] as const;

async function* checkScopes(strata: Strata, keyFrom: string): AsyncGenerator<Finding> {
  let isKnown = false;
  for (const [scope, commands, call] of SCOPES) {
    const failure = await attempt(() => call(strata));
    if (failure !== undefined && failure.code !== 'forbidden') {
      yield { check: 'API key', state: 'fail', says: `from ${keyFrom}: ${failure.message}`, next: failure.next };
      return;
    }
    if (!isKnown) yield { check: 'API key', state: 'ok', says: `from ${keyFrom}` };
    isKnown = true;
    const check = `Scope ${scope}`;
    if (failure === undefined) yield { check, state: 'ok', says: `for ${commands}` };
    else
      yield {
        check,
        // Many keys are not meant to delete anything.
        state: scope === 'admin' ? 'note' : 'fail',
        says: `the key does not have it, so there is no ${commands}`,
        next: `Make a key that has it: strata keys create NAME ${SCOPES.map(([name]) => `--scope ${name}`).join(' ')}`,
      };
  }
}

async function attempt(
  call: () => PromiseLike<unknown>,
): Promise<{ code: string; message: string; next: string } | undefined> {
  try {
    await call();
    return undefined;
  } catch (error) {
    const { code, message, hint = 'Try again later.' } = describeFailure(error, '');
    return { code: error instanceof StrataError ? error.code : code, message, next: hint };
  }
}
