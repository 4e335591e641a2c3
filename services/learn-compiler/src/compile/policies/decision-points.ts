import type { ErrorGroup, Occurrence } from '../playbooks/error-groups.ts';
import { perSession } from '../sessions/per-session.ts';
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

/** A situation in one session, with what it chose. */
interface Situation {
  readonly key: string;
  readonly situation: string;
  readonly choice: Choice;
}

class Points {
  readonly byKey = new Map<string, DecisionPoint>();
  readonly #chosen = new Map<DecisionPoint, Set<Session>>();

  /** A session counts once per situation, with its first choice. */
  add({ key, situation, choice }: Situation): void {
    let point = this.byKey.get(key);
    if (point === undefined) this.byKey.set(key, (point = { key, situation, choices: [] }));
    const chosen = this.#chosen.get(point) ?? new Set();
    this.#chosen.set(point, chosen);
    if (chosen.has(choice.session)) return;
    chosen.add(choice.session);
    point.choices.push(choice);
  }
}

const afterErrors = perSession<SymbolRoles, Map<Occurrence, Choice>>(() => new Map());

/** What a session chose after an error; that it did the same again is a choice too. */
function choiceAfter(occurrence: Occurrence, roles: SymbolRoles): Choice {
  const { session, at, act } = occurrence;
  const choices = afterErrors(session, roles);
  const known = choices.get(occurrence);
  if (known !== undefined) return known;
  const next = nextChoice(session, at, roles);
  const again = next.decision === doWords(act.symbol);
  const choice = again ? { ...next, decision: `${doWords(act.symbol)} again` } : next;
  choices.set(occurrence, choice);
  return choice;
}

/** A session's first step, and each change with the read directly before it: what the agent looked at before it acted. */
const situationsIn = perSession((session, roles: SymbolRoles): readonly Situation[] => {
  const found = new Map<string, Situation>();
  if (session.acts.some((act) => !roles.noise.has(act.symbol)))
    found.set('start\n', { key: 'start\n', situation: 'the work begins', choice: nextChoice(session, -1, roles) });
  session.acts.forEach((act, at) => {
    const key = `change\n${act.symbol}`;
    if (!roles.effects.has(act.symbol) || found.has(key)) return;
    const before = session.acts.slice(0, at).findLast(({ symbol }) => !roles.noise.has(symbol));
    const name = symbolLabel(act.symbol);
    const choice =
      before === undefined || roles.effects.has(before.symbol)
        ? { ...choiceOf(session, act, roles), decision: `use ${name} without a look` }
        : {
            ...choiceOf(session, before, roles),
            decision: `${doWords(before.symbol)} first`,
            eventIds: [...before.eventIds, ...act.eventIds],
          };
    found.set(key, { key, situation: `${name} is the next step`, choice });
  });
  return [...found.values()];
});

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
  for (const session of sessions) for (const situation of situationsIn(session, roles)) points.add(situation);
  const judged = new Set(sessions);
  for (const { symbol, signature, occurrences } of groups) {
    const key = `error\n${symbol}\n${signature}`;
    const situation = `${symbolLabel(symbol)} failed with "${signature}"`;
    for (const occurrence of occurrences)
      if (judged.has(occurrence.session)) points.add({ key, situation, choice: choiceAfter(occurrence, roles) });
  }
  return [...points.byKey.values()];
}
