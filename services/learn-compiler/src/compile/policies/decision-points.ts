import type { ErrorGroup } from '../playbooks/error-groups.ts';
import type { Act, Session } from '../sessions/session.ts';
import { doWords, symbolLabel } from '../sessions/symbol-label.ts';
import type { SymbolRoles } from '../sessions/symbol-roles.ts';

/** What one session did in a situation. */
export interface Choice {
  session: Session;
  /** The action as text; equal text means an equal choice. */
  decision: string;
  tool: string | null;
  /** Whether the action changes something: such a choice is what the user wished, not what the agent decided. */
  isChange: boolean;
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
export const STOPPED = 'do nothing more';

function nextChoice(session: Session, at: number, roles: SymbolRoles): Choice {
  const next = session.acts.slice(at + 1, at + 1 + LOOK_AHEAD).find((act) => !roles.noise.has(act.symbol));
  const ended = session.outcomeEvent === null ? [] : [session.outcomeEvent];
  const seen = session.acts[at]?.eventIds ?? [];
  return next === undefined
    ? { session, decision: STOPPED, tool: null, isChange: false, eventIds: ended, takenIn: seen }
    : { ...choiceOf(session, next, roles), eventIds: [...seen, ...next.eventIds] };
}

const choiceOf = (session: Session, act: Act, roles: SymbolRoles): Choice => ({
  session,
  decision: doWords(act.symbol),
  tool: act.tool,
  isChange: roles.effects.has(act.symbol) || roles.endings.has(act.symbol),
  eventIds: act.eventIds,
  takenIn: act.eventIds,
});

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

function addErrors(points: Points, group: ErrorGroup, roles: SymbolRoles): void {
  for (const { session, at, act } of group.occurrences)
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

/** Each change, with the read directly before it: what the agent looked at before it acted. */
function addChanges(points: Points, session: Session, roles: SymbolRoles): void {
  session.acts.forEach((act, at) => {
    if (!roles.effects.has(act.symbol)) return;
    const before = session.acts.slice(0, at).findLast(({ symbol }) => !roles.noise.has(symbol));
    const name = symbolLabel(act.symbol);
    points.add(session, 'change', act.symbol, `${name} is the next step`, () =>
      before === undefined || roles.effects.has(before.symbol)
        ? { ...choiceOf(session, act, roles), decision: `use ${name} without a look` }
        : {
            ...choiceOf(session, before, roles),
            decision: `${doWords(before.symbol)} first`,
            eventIds: [...before.eventIds, ...act.eventIds],
          },
    );
  });
}

/** A session's first step. */
function addStart(points: Points, session: Session, roles: SymbolRoles): void {
  if (session.acts.some((act) => !roles.noise.has(act.symbol)))
    points.add(session, 'start', '', 'the work begins', () => nextChoice(session, -1, roles));
}

/**
 * The situations in which sessions with a verdict chose how to work: at the start, after an error, and before a change.
 * Whether to make a change at all is the user's wish, and no choice of the agent.
 */
export function findDecisionPoints(
  sessions: readonly Session[],
  groups: readonly ErrorGroup[],
  roles: SymbolRoles,
): DecisionPoint[] {
  const points = new Points();
  for (const session of sessions) {
    addStart(points, session, roles);
    addChanges(points, session, roles);
  }
  const judged = new Set(sessions);
  for (const group of groups)
    addErrors(points, { ...group, occurrences: group.occurrences.filter(({ session }) => judged.has(session)) }, roles);
  return [...points.byKey.values()];
}
