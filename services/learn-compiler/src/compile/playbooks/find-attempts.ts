import { compareText } from '../text/words.ts';
import type { Act } from '../sessions/session.ts';
import { perSession } from '../sessions/per-session.ts';
import { changesByName } from '../sessions/tool-verbs.ts';
import type { SymbolRoles } from '../sessions/symbol-roles.ts';
import { actionKey, type Attempt, type Way } from './attempt.ts';
import type { Occurrence } from './error-groups.ts';
import { areAlike } from './alike.ts';
import {
  addsWords,
  isSameStep,
  isUnchanged,
  lacksProgram,
  onlyFinds,
  sharesThings,
  takesPlaceOf,
} from './same-step.ts';

/** Acts after an error in which the failed step must be run again, and those before that run which can be its fix. */
const LOOK_AHEAD = 60;
const MAX_BETWEEN = 12;
/** Acts after an error in which something can take the place of the failed step. */
const INSTEAD_WITHIN = 3;
/** Acts after a changed run in which the unchanged one is still the same endeavour. */
const SOON = 6;

/** An action after one error. */
interface Tried {
  way: Way;
  act: Act | null;
  changed: string[];
  result: 'helped' | 'vain' | 'unclear';
  nearness: number;
  /** The events of the step that worked. */
  proof: string[];
}

/** An action after one error with what is derived from both. */
interface KnownTried extends Tried {
  /** Equal for equal actions. */
  key: string;
  /** Whether it works on something that the failed step worked on. */
  shares: boolean;
  /** Events of the failed step, of the action and of the step that worked. */
  events: string[];
}

function changedArguments(before: Record<string, string>, after: Record<string, string>): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => before[name] !== after[name]).sort(compareText);
}

/** Whether a step failed again with the error that it had: a text of the same words, apart from a few. */
function failsAlike(failed: Act, again: Act): boolean {
  if (again.outcome !== 'error') return false;
  return areAlike(failed.error?.template ?? '', again.error?.template ?? '');
}

/** What came of running the failed step again: it works, at once or once another error is overcome too; or it fails with the same error. */
function resultOf(failed: Act, again: Act, later: readonly Act[]): Tried['result'] {
  if (again.outcome !== 'error') return 'helped';
  if (failsAlike(failed, again)) return 'vain';
  const runs = later.filter((act) => isSameStep(failed, act));
  const end = runs.findIndex((act) => act.outcome !== 'error' || failsAlike(failed, act));
  return end >= 0 && runs[end]?.outcome !== 'error' ? 'helped' : 'unclear';
}

/**
 * The next run of the failed step. If it ran in other words and worked, but soon runs again as it was, the latter tells whether the error is
 * gone; -1 if it never runs again.
 */
function nextRun(failed: Act, rest: readonly Act[]): number {
  const next = rest.findIndex((later) => isSameStep(failed, later));
  const found = rest[next];
  if (found === undefined || isUnchanged(failed, found)) return next;
  const exact = rest.slice(next, next + SOON).findIndex((later) => isUnchanged(failed, later));
  return exact < 0 ? next : next + exact;
}

/** Whether an act only looks. What a tool reads can be what a failed tool lacked; a failed command or test is not repaired by reading. */
const onlyLooks = (failed: Act, { looks, command, symbol }: Act): boolean =>
  looks || (command === null && (failed.command !== null || failed.kind === 'test') && changesByName(symbol) === false);

/** The actions after one error, up to the next run of the failed step. */
function triedAfter({ session, at, act }: Occurrence, roles: SymbolRoles): Tried[] {
  const rest = session.acts.slice(at + 1, at + 1 + LOOK_AHEAD).filter((next) => !roles.noise.has(next.symbol));
  const next = nextRun(act, rest);
  const again = rest[next];
  if (again === undefined) return insteadOf(act, rest, session.succeeded);
  const result = resultOf(act, again, rest.slice(next + 1));
  const before = rest.slice(Math.max(0, next - MAX_BETWEEN), next);
  const doing = before.filter((between) => !onlyLooks(act, between));
  const changed = addsWords(act, again) ? changedArguments(act.args, again.args) : [];
  const proof = again.eventIds;
  // Looks are no fixes. They are listed where nothing else was tried, and only among what was in vain.
  const actions = doing.length > 0 ? doing : before.filter(() => changed.length === 0 && result === 'vain');
  const tried = actions.map((between, index): Tried => {
    const own = between.outcome === 'error' && result === 'helped' ? 'unclear' : result;
    return { way: 'first', act: between, changed: [], result: own, nearness: 1 / (actions.length - index), proof };
  });
  // What a tool was given anew mostly comes from the acts before; a changed command says it all by itself.
  if (changed.length > 0 && (tried.length === 0 || again.command !== null))
    tried.push({ way: 'retry', act: again, changed, result, nearness: 1, proof });
  else if (tried.length === 0) tried.push({ way: 'same', act: again, changed, result, nearness: 1, proof });
  return tried;
}

/**
 * What took the place of a step that was not run again. Nothing shows that it did, so the session must not have failed; but if the shell
 * does not know the failed program, another program only needs to succeed.
 */
function insteadOf(failed: Act, rest: readonly Act[], ended: boolean | null): Tried[] {
  const lacks = lacksProgram(failed);
  const doing = rest.filter((later) => (lacks ? !onlyFinds(later) : !later.looks)).slice(0, INSTEAD_WITHIN);
  const place = doing.find((later) => takesPlaceOf(failed, later));
  if (place === undefined || place.symbol === failed.symbol)
    return rest.length === 0
      ? [{ way: 'stop', act: null, changed: [], result: 'unclear', nearness: 0, proof: [] }]
      : [];
  const result = place.outcome === 'error' || (ended === false && !lacks) ? 'unclear' : 'helped';
  return [{ way: 'instead', act: place, changed: [], result, nearness: 1, proof: [] }];
}

function newAttempt(way: Way, key: string, act: Act | null, last: Occurrence): Attempt {
  return {
    way,
    key,
    symbol: act?.symbol ?? null,
    looks: act !== null && onlyLooks(last.act, act) && !(way === 'instead' && lacksProgram(last.act)),
    changed: new Map(),
    shares: false,
    tried: 0,
    helped: 0,
    vain: 0,
    nearness: 0,
    acts: [],
    helpedIn: new Set(),
    sessions: new Set(),
    overcomeBy: [],
    readFrom: [],
    takenIn: [],
    last,
  };
}

function count(attempt: Attempt, tried: KnownTried, occurrence: Occurrence): void {
  const { act, changed, result, nearness, shares, events } = tried;
  attempt.tried++;
  if (shares) attempt.shares = true;
  if (result === 'vain') attempt.vain++;
  if (result === 'helped') {
    attempt.helped++;
    attempt.helpedIn.add(occurrence);
    attempt.overcomeBy.push(events);
  }
  attempt.nearness += nearness;
  if (act !== null) attempt.acts.push(act);
  attempt.sessions.add(occurrence.session);
  attempt.readFrom.push(...events);
  attempt.takenIn.push(...(act?.eventIds ?? []));
  for (const name of changed) attempt.changed.set(name, (attempt.changed.get(name) ?? 0) + 1);
  attempt.last = occurrence;
}

const triedIn = perSession<SymbolRoles, Map<number, KnownTried[]>>(() => new Map());

/** {@link triedAfter}, once for each failed act of a session; each action once. */
function knownAfter(occurrence: Occurrence, roles: SymbolRoles): readonly KnownTried[] {
  const triedAt = triedIn(occurrence.session, roles);
  const known = triedAt.get(occurrence.at);
  if (known !== undefined) return known;
  const byKey = new Map<string, KnownTried>();
  for (const tried of triedAfter(occurrence, roles)) {
    const { way, act, proof } = tried;
    const key = `${way}\n${act === null ? '' : actionKey(act)}`;
    if (byKey.has(key)) continue;
    const events = [...new Set([...occurrence.act.eventIds, ...(act?.eventIds ?? []), ...proof])];
    byKey.set(key, { ...tried, key, shares: act !== null && sharesThings(occurrence.act, act), events });
  }
  const once = [...byKey.values()];
  triedAt.set(occurrence.at, once);
  return once;
}

/**
 * Collects what was done after the errors of a group: everything between an error and the next run of the failed step. An action helped if
 * the failed step then works; how the session ended is another figure.
 */
export function findAttempts(occurrences: readonly Occurrence[], roles: SymbolRoles): Attempt[] {
  const attempts = new Map<string, Attempt>();
  for (const occurrence of occurrences)
    for (const tried of knownAfter(occurrence, roles)) {
      const { way, key, act } = tried;
      const attempt = attempts.get(key) ?? newAttempt(way, key, act, occurrence);
      attempts.set(key, attempt);
      count(attempt, tried, occurrence);
    }
  return [...attempts.values()].sort((a, b) => compareText(a.key, b.key));
}
