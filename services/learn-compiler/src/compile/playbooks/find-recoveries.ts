import { compareText } from '../text/words.ts';
import type { SymbolRoles } from '../sessions/symbol-roles.ts';
import type { Occurrence } from './error-groups.ts';

/** An action that was tried after errors of one kind, and its results. */
export interface Attempt {
  /** `retry` repeats the failed step with changes, `same` repeats it unchanged, `detour` does another step first, `stop` does nothing more. */
  way: 'retry' | 'same' | 'detour' | 'stop';
  /** The next step; null if there was none. */
  symbol: string | null;
  /** How often the failed step was repeated within the window. */
  retried: number;
  /** Names of arguments that retries changed, with the share of retries that changed them. */
  changed: Map<string, number>;
  tried: number;
  /** How often the failed step worked afterwards, or the step taken instead succeeded. */
  repaired: number;
  /** How often it was repaired and the session did not fail in the end (unknown outcomes count as not failed). */
  reached: number;
  examples: Occurrence[];
  /** For each time it helped: events of the failed step, of the next step and of the one that worked. */
  overcomeBy: string[][];
  /** The same events for every time, helpful or not. */
  readFrom: string[];
  /** Events of the next step, for every time. */
  takenIn: string[];
}

const WINDOW = 3;
/** Number of acts after an error in which it can count as overcome. */
const LOOK_AHEAD = 200;

interface Following {
  way: Attempt['way'];
  symbol: string | null;
  retried: boolean;
  changed: string[];
  repaired: boolean;
  /** Events of the next step, and of the failed step's first success. */
  eventIds: string[];
  /** Events of the next step. */
  takenIn: string[];
}

function changedArguments(before: Record<string, string>, after: Record<string, string>): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => before[name] !== after[name]).sort(compareText);
}

/**
 * What followed one error. It is repaired if the failed step succeeds later in the session, or, if it is not tried again
 * soon, if the step taken instead succeeded.
 */
function following({ session, at, act }: Occurrence, roles: SymbolRoles): Following {
  const rest = session.acts.slice(at + 1, at + 1 + LOOK_AHEAD);
  const doing = rest.filter((next) => !roles.noise.has(next.symbol));
  const next = doing[0];
  if (next === undefined)
    return {
      way: 'stop',
      symbol: null,
      retried: false,
      changed: [],
      repaired: session.succeeded === true,
      eventIds: [],
      takenIn: [],
    };
  const again = rest.filter((later) => later.symbol === act.symbol);
  const success = again.find((later) => later.outcome !== 'error');
  const eventIds = [...next.eventIds, ...(success === undefined || success === next ? [] : success.eventIds)];
  if (next.symbol === act.symbol) {
    const changed = changedArguments(act.args, next.args);
    return {
      way: changed.length > 0 ? 'retry' : 'same',
      symbol: act.symbol,
      retried: true,
      changed,
      repaired: next.outcome !== 'error',
      eventIds,
      takenIn: next.eventIds,
    };
  }
  const retry = doing.slice(0, WINDOW).find((later) => later.symbol === act.symbol);
  return {
    way: 'detour',
    symbol: next.symbol,
    retried: retry !== undefined,
    changed: retry === undefined ? [] : changedArguments(act.args, retry.args),
    repaired: success !== undefined || (retry === undefined && next.outcome !== 'error'),
    eventIds,
    takenIn: next.eventIds,
  };
}

/**
 * Collects what was tried after the errors of a group. A repair helped (`reached`) only if the session did not fail in the
 * end: an error that disappears while the goal is missed was not overcome. If the outcome is unknown, the repair decides.
 */
export function findAttempts(occurrences: readonly Occurrence[], roles: SymbolRoles): Attempt[] {
  const attempts = new Map<string, Attempt>();
  for (const occurrence of occurrences) {
    const { way, symbol, retried, changed, repaired, eventIds, takenIn } = following(occurrence, roles);
    const key = `${way}\n${symbol ?? ''}`;
    let attempt = attempts.get(key);
    if (attempt === undefined)
      attempts.set(
        key,
        (attempt = {
          way,
          symbol,
          retried: 0,
          changed: new Map(),
          tried: 0,
          repaired: 0,
          reached: 0,
          examples: [],
          overcomeBy: [],
          readFrom: [],
          takenIn: [],
        }),
      );
    attempt.tried++;
    if (retried) attempt.retried++;
    if (repaired) attempt.repaired++;
    const events = [...occurrence.act.eventIds, ...eventIds];
    attempt.readFrom.push(...events);
    attempt.takenIn.push(...takenIn);
    if (repaired && occurrence.session.succeeded !== false) {
      attempt.reached++;
      attempt.overcomeBy.push(events);
    }
    for (const name of changed) attempt.changed.set(name, (attempt.changed.get(name) ?? 0) + 1);
    attempt.examples.push(occurrence);
  }
  return [...attempts.values()].sort((a, b) =>
    compareText(`${a.way}\n${a.symbol ?? ''}`, `${b.way}\n${b.symbol ?? ''}`),
  );
}
