import type { ErrorGroup } from '../playbooks/error-groups.ts';
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
  seen: Map<Session, { first: number; last: number }>;
}

const REPEATS = 3;
const MAX_FACTS = 40;

/** Collects predicates by key, with the first and last position in each session. */
class Sightings {
  readonly predicates = new Map<string, Predicate>();

  see(
    session: Session,
    at: number,
    kind: Predicate['kind'],
    symbol: string | null,
    detail: string,
    words: string,
  ): void {
    const key = `${kind}\n${symbol ?? ''}\n${detail}`;
    let predicate = this.predicates.get(key);
    if (predicate === undefined) this.predicates.set(key, (predicate = { key, words, symbol, kind, seen: new Map() }));
    const place = predicate.seen.get(session);
    if (place === undefined) predicate.seen.set(session, { first: at, last: at });
    else place.last = at;
  }
}

function seeAct(sightings: Sightings, session: Session, act: Act, at: number, times: number): void {
  const { symbol } = act;
  const name = symbolLabel(symbol);
  sightings.see(session, at, 'use', symbol, '', `${name} is used`);
  if (act.outcome === 'error') sightings.see(session, at, 'anyError', symbol, '', `${name} fails`);
  if (times === REPEATS)
    sightings.see(session, at, 'repeat', symbol, '', `${name} is used ${String(REPEATS)} times or more`);
  for (const fact of act.facts) sightings.see(session, at, 'fact', symbol, fact, `${name} shows ${fact}`);
}

/** The predicates of sessions: tools used, repeated or failing, kinds of errors, facts shown, and outcomes. */
export function findPredicates(
  sessions: readonly Session[],
  groups: readonly ErrorGroup[],
  roles: SymbolRoles,
): Predicate[] {
  const sightings = new Sightings();
  for (const session of sessions) {
    const times = new Map<string, number>();
    session.acts.forEach((act, at) => {
      if (roles.noise.has(act.symbol)) return;
      times.set(act.symbol, (times.get(act.symbol) ?? 0) + 1);
      seeAct(sightings, session, act, at, times.get(act.symbol) ?? 0);
    });
    if (session.verdict !== null)
      sightings.see(
        session,
        session.acts.length,
        'outcome',
        null,
        session.verdict ? 'success' : 'failure',
        session.verdict ? 'the session succeeds' : 'the session fails',
      );
  }
  for (const { symbol, signature, occurrences } of groups)
    for (const { session, at } of occurrences)
      sightings.see(session, at, 'error', symbol, signature, `${symbolLabel(symbol)} fails with "${signature}"`);
  const all = [...sightings.predicates.values()].filter(({ seen }) => seen.size >= 3);
  const facts = all
    .filter(({ kind }) => kind === 'fact')
    .filter(({ seen }) => seen.size < 0.9 * sessions.length)
    .sort((a, b) => b.seen.size - a.seen.size || (a.key < b.key ? -1 : 1));
  return [...all.filter(({ kind }) => kind !== 'fact'), ...facts.slice(0, MAX_FACTS)];
}
