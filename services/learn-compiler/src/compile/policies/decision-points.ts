import type { ErrorGroup } from '../playbooks/error-groups.ts';
import type { Act, Session } from '../sessions/session.ts';
import { doWords, symbolLabel } from '../sessions/symbol-label.ts';
import type { SymbolRoles } from '../sessions/symbol-roles.ts';

/** One session's choice in a situation. */
export interface Choice {
  session: Session;
  /** The action as text; equal text means an equal choice. */
  decision: string;
  tool: string | null;
  eventIds: string[];
  /** Events of the chosen action; those of the situation if nothing was done. */
  takenIn: string[];
}

/** A situation that occurred in several sessions. */
export interface DecisionPoint {
  key: string;
  situation: string;
  choices: Choice[];
}

const LOOK_AHEAD = 500;
const STOPPED = 'do nothing more';

/** The first act after a position that `fits`, among the next {@link LOOK_AHEAD} acts. */
function actAfter(session: Session, at: number, fits: (act: Act) => boolean): Act | undefined {
  for (let i = at + 1; i < session.acts.length && i <= at + LOOK_AHEAD; i++) {
    const act = session.acts[i];
    if (act !== undefined && fits(act)) return act;
  }
  return undefined;
}

function nextChoice(session: Session, at: number, roles: SymbolRoles): Choice {
  const next = actAfter(session, at, (act) => !roles.noise.has(act.symbol));
  const ended = session.outcomeEvent === null ? [] : [session.outcomeEvent];
  const seen = session.acts[at]?.eventIds ?? [];
  return next === undefined
    ? { session, decision: STOPPED, tool: null, eventIds: ended, takenIn: seen }
    : {
        session,
        decision: doWords(next.symbol),
        tool: next.tool,
        eventIds: [...seen, ...next.eventIds],
        takenIn: next.eventIds,
      };
}

class Points {
  readonly byKey = new Map<string, DecisionPoint>();
  private readonly chosen = new Set<string>();

  /** A session counts once per situation, with its first choice. */
  add(session: Session, kind: string, state: string, situation: string, choose: () => Choice): void {
    const key = `${kind}\n${state}`;
    const once = `${session.id}\n${key}`;
    if (this.chosen.has(once)) return;
    this.chosen.add(once);
    const choice = choose();
    const point = this.byKey.get(key);
    if (point === undefined) this.byKey.set(key, { key, situation, choices: [choice] });
    else point.choices.push(choice);
  }
}

/** The first change of a session, or that there was none. */
function firstChange(session: Session, roles: SymbolRoles): Choice {
  const act = session.acts.find((candidate) => roles.effects.has(candidate.symbol));
  return act === undefined
    ? {
        session,
        decision: 'make no changes',
        tool: null,
        eventIds: session.requestEvents,
        takenIn: session.requestEvents,
      }
    : {
        session,
        decision: doWords(act.symbol),
        tool: act.tool,
        eventIds: [...session.requestEvents, ...act.eventIds],
        takenIn: act.eventIds,
      };
}

/** The next change of a session after an act, or that there was none. */
function changeAfter(session: Session, at: number, roles: SymbolRoles): Choice {
  const change = actAfter(session, at, (act) => roles.effects.has(act.symbol));
  const seen = session.acts[at]?.eventIds ?? [];
  return change === undefined
    ? { session, decision: 'make no changes', tool: null, eventIds: seen, takenIn: seen }
    : {
        session,
        decision: doWords(change.symbol),
        tool: change.tool,
        eventIds: [...seen, ...change.eventIds],
        takenIn: change.eventIds,
      };
}

function addActs(points: Points, session: Session, roles: SymbolRoles): void {
  session.acts.forEach((act, at) => {
    if (roles.noise.has(act.symbol) || act.outcome === 'error') return;
    points.add(session, 'after', act.symbol, `${symbolLabel(act.symbol)} has been used`, () =>
      nextChoice(session, at, roles),
    );
    for (const fact of roles.effects.has(act.symbol) ? [] : act.facts)
      points.add(session, 'fact', `${act.symbol}\n${fact}`, `${symbolLabel(act.symbol)} shows ${fact}`, () =>
        changeAfter(session, at, roles),
      );
  });
}

/** A session's first step. A session without steps made no choice. */
function addStart(points: Points, session: Session, roles: SymbolRoles): void {
  if (session.acts.some((act) => !roles.noise.has(act.symbol)))
    points.add(session, 'start', '', 'the work begins', () => nextChoice(session, -1, roles));
}

function addErrors(points: Points, group: ErrorGroup, roles: SymbolRoles): void {
  for (const { session, at, act } of group.occurrences) {
    points.add(
      session,
      'error',
      `${group.symbol}\n${group.signature}`,
      `${symbolLabel(group.symbol)} failed with "${group.signature}"`,
      () => {
        const choice = nextChoice(session, at, roles);
        return choice.decision === doWords(act.symbol)
          ? { ...choice, decision: `${doWords(act.symbol)} again` }
          : choice;
      },
    );
  }
}

function addRequests(points: Points, sessions: readonly Session[], roles: SymbolRoles): void {
  for (const session of sessions)
    for (const [stem, word] of session.words)
      points.add(session, 'request', stem, `the request speaks of "${word}"`, () => firstChange(session, roles));
}

/**
 * The situations in which sessions of known outcome made choices: at the start, after a step, after an error, after a result
 * that shows a fact, and after a request that contains a word.
 */
export function findDecisionPoints(
  sessions: readonly Session[],
  groups: readonly ErrorGroup[],
  roles: SymbolRoles,
): DecisionPoint[] {
  const points = new Points();
  for (const session of sessions) {
    addStart(points, session, roles);
    addActs(points, session, roles);
  }
  const judged = new Set(sessions);
  for (const group of groups)
    addErrors(points, { ...group, occurrences: group.occurrences.filter(({ session }) => judged.has(session)) }, roles);
  addRequests(points, sessions, roles);
  return [...points.byKey.values()];
}
