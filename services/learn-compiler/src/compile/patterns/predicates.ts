import type { ErrorGroup } from '../playbooks/error-groups.ts';
import { perSession } from '../sessions/per-session.ts';
import type { Act, Session } from '../sessions/session.ts';
import { symbolLabel } from '../sessions/symbol-label.ts';
import type { SymbolRoles } from '../sessions/symbol-roles.ts';

/** Something observable in a session, with its first and last positions (indices of acts). */
export interface Predicate {
  key: string;
  words: string;
  /** The symbol that it is about; null for the session's outcome. */
  symbol: string | null;
  kind: 'use' | 'error' | 'anyError' | 'repeat' | 'fact' | 'outcome';
  seen: Map<Session, Place>;
}

const REPEATS = 3;
const MAX_FACTS = 40;

interface Place {
  first: number;
  last: number;
}

/** A predicate in one session. */
type Sighting = Omit<Predicate, 'seen'> & { readonly place: Place };

/** Collects the predicates of one session by key, with the first and last position. */
class Sightings {
  readonly byKey = new Map<string, Sighting>();

  see(at: number, kind: Predicate['kind'], symbol: string | null, detail: string, words: string): void {
    const key = `${kind}\n${symbol ?? ''}\n${detail}`;
    const known = this.byKey.get(key);
    if (known === undefined) this.byKey.set(key, { key, words, symbol, kind, place: { first: at, last: at } });
    else known.place.last = at;
  }

  seeAct({ symbol, outcome, facts }: Act, at: number, times: number): void {
    const name = symbolLabel(symbol);
    this.see(at, 'use', symbol, '', `${name} is used`);
    if (outcome === 'error') this.see(at, 'anyError', symbol, '', `${name} fails`);
    if (times === REPEATS) this.see(at, 'repeat', symbol, '', `${name} is used ${String(REPEATS)} times or more`);
    for (const fact of facts) this.see(at, 'fact', symbol, fact, `${name} shows ${fact}`);
  }
}

const sightingsIn = perSession((session, roles: SymbolRoles): readonly Sighting[] => {
  const sightings = new Sightings();
  const times = new Map<string, number>();
  session.acts.forEach((act, at) => {
    if (roles.noise.has(act.symbol)) return;
    times.set(act.symbol, (times.get(act.symbol) ?? 0) + 1);
    sightings.seeAct(act, at, times.get(act.symbol) ?? 0);
  });
  const { verdict } = session;
  if (verdict !== null) {
    const words = verdict ? 'the session succeeds' : 'the session fails';
    sightings.see(session.acts.length, 'outcome', null, verdict ? 'success' : 'failure', words);
  }
  return [...sightings.byKey.values()];
});

/** The predicates of sessions: tools used, repeated or failing, kinds of errors, facts shown, and outcomes. */
export function findPredicates(
  sessions: readonly Session[],
  groups: readonly ErrorGroup[],
  roles: SymbolRoles,
): Predicate[] {
  const predicates = new Map<string, Predicate>();
  const see = (session: Session, { place, ...what }: Sighting): void => {
    let predicate = predicates.get(what.key);
    if (predicate === undefined) predicates.set(what.key, (predicate = { ...what, seen: new Map() }));
    const known = predicate.seen.get(session);
    if (known === undefined) predicate.seen.set(session, { ...place });
    else known.last = place.last;
  };
  for (const session of sessions) for (const sighting of sightingsIn(session, roles)) see(session, sighting);
  for (const { symbol, signature, occurrences } of groups) {
    const [key, words] = [`error\n${symbol}\n${signature}`, `${symbolLabel(symbol)} fails with "${signature}"`];
    for (const { session, at } of occurrences)
      see(session, { key, words, symbol, kind: 'error', place: { first: at, last: at } });
  }
  const all = [...predicates.values()].filter(({ seen }) => seen.size >= 3);
  const facts = all
    .filter(({ kind }) => kind === 'fact')
    .filter(({ seen }) => seen.size < 0.9 * sessions.length)
    .sort((a, b) => b.seen.size - a.seen.size || (a.key < b.key ? -1 : 1));
  return [...all.filter(({ kind }) => kind !== 'fact'), ...facts.slice(0, MAX_FACTS)];
}
