import { contentWords, lightStem } from '../text/words.ts';
import type { Occurrence } from '../playbooks/error-groups.ts';
import type { ErrorGroup } from '../playbooks/error-groups.ts';
import type { Session } from '../sessions/session.ts';
import type { SymbolRoles } from '../sessions/symbol-roles.ts';

/** What one session chose in a situation. */
export interface Choice {
  session: Session;
  /** What was done, in words; the same words are the same choice. */
  decision: string;
  tool: string | null;
  eventIds: string[];
}

/** A situation that several sessions were in. */
export interface DecisionPoint {
  key: string;
  situation: string;
  choices: Choice[];
}

const STOPPED = 'do nothing more';

function nextChoice(session: Session, at: number, roles: SymbolRoles): Choice {
  const next = session.acts.slice(at + 1).find((act) => !roles.noise.has(act.symbol));
  return next === undefined
    ? { session, decision: STOPPED, tool: null, eventIds: session.outcomeEvent === null ? [] : [session.outcomeEvent] }
    : { session, decision: `use ${next.symbol}`, tool: next.tool, eventIds: [...(session.acts[at]?.eventIds ?? []), ...next.eventIds] };
}

class Points {
  readonly byKey = new Map<string, DecisionPoint>();
  private readonly chosen = new Set<string>();

  /** A session counts once in a situation: with its first choice. */
  add(kind: string, state: string, situation: string, choice: Choice): void {
    const key = `${kind}\n${state}`;
    const once = `${choice.session.id}\n${key}`;
    if (this.chosen.has(once)) return;
    this.chosen.add(once);
    const point = this.byKey.get(key);
    if (point === undefined) this.byKey.set(key, { key, situation, choices: [choice] });
    else point.choices.push(choice);
  }
}

/** What a session changed first, or that it changed nothing. */
function firstChange(session: Session, roles: SymbolRoles): Choice {
  const act = session.acts.find((candidate) => roles.effects.has(candidate.symbol));
  return act === undefined
    ? { session, decision: 'change nothing', tool: null, eventIds: session.requestEvents }
    : { session, decision: `use ${act.symbol}`, tool: act.tool, eventIds: [...session.requestEvents, ...act.eventIds] };
}

function addActs(points: Points, session: Session, roles: SymbolRoles): void {
  session.acts.forEach((act, at) => {
    if (roles.noise.has(act.symbol) || act.outcome === 'error') return;
    const choice = nextChoice(session, at, roles);
    points.add('after', act.symbol, `${act.symbol} has been used`, choice);
    for (const fact of act.facts) {
      const change = session.acts.slice(at + 1).find((next) => roles.effects.has(next.symbol));
      const later = change === undefined ? { ...choice, decision: 'change nothing', tool: null } : { session, decision: `use ${change.symbol}`, tool: change.tool, eventIds: [...act.eventIds, ...change.eventIds] };
      points.add('fact', `${act.symbol}\n${fact}`, `${act.symbol} shows ${fact}`, later);
    }
  });
}

function addErrors(points: Points, group: ErrorGroup, roles: SymbolRoles): void {
  for (const { session, at, act } of group.occurrences satisfies Occurrence[]) {
    const choice = nextChoice(session, at, roles);
    const again = choice.decision === `use ${act.symbol}` ? { ...choice, decision: `use ${act.symbol} again` } : choice;
    points.add('error', `${group.symbol}\n${group.signature}`, `${group.symbol} failed with "${group.signature}"`, again);
  }
}

function addRequests(points: Points, sessions: readonly Session[], roles: SymbolRoles): void {
  for (const session of sessions) {
    const words = new Map(contentWords(session.request.split('\n')[0] ?? '').map((word) => [lightStem(word), word]));
    for (const [stem, word] of words) points.add('request', stem, `the request speaks of "${word}"`, firstChange(session, roles));
  }
}

/**
 * Situations in which sessions of known outcome chose: after a step, after an error, after a result that shows a fact,
 * and after a request that holds a word.
 */
export function findDecisionPoints(sessions: readonly Session[], groups: readonly ErrorGroup[], roles: SymbolRoles): DecisionPoint[] {
  const points = new Points();
  for (const session of sessions) addActs(points, session, roles);
  const told = new Set(sessions);
  for (const group of groups) addErrors(points, { ...group, occurrences: group.occurrences.filter(({ session }) => told.has(session)) }, roles);
  addRequests(points, sessions, roles);
  return [...points.byKey.values()];
}
