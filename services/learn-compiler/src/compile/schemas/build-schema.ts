import type { ArtifactContents } from '@strata/contracts/schemas/artifact';
import type { CountWriters } from '../event-writers.ts';
import type { Precondition } from '../preconditions/find-preconditions.ts';
import { preconditionEvents, preconditionWords } from '../preconditions/precondition-words.ts';
import { countTasks } from '../sessions/count-tasks.ts';
import type { Session } from '../sessions/session.ts';
import { actionWords, symbolLabel } from '../sessions/symbol-label.ts';
import type { SymbolRoles } from '../sessions/symbol-roles.ts';
import { restingOn } from '../source-events.ts';
import { round3, wilsonLower } from '../statistics/proportions.ts';
import type { Rate } from '../statistics/task-rates.ts';
import { contentKey } from '../text/hash.ts';
import { capitalize } from '../text/words.ts';
import type { TitledDraft } from '../titled-draft.ts';
import { alignRuns, stepActs } from './aligned-runs.ts';
import { describeStep } from './describe-step.ts';
import { generalizeStep, type CallsBySymbol, type GeneralArguments } from './generalize-step.ts';
import type { GoalStep } from './goal-steps.ts';
import { goalWords, type WordCounts } from './goal-words.ts';
import type { Interchangeable, Substitute } from './interchangeable-reads.ts';

const GOAL_WORDS = 16;
const MAX_TAGS = 5;

/** The steps by which sessions reach a goal. A goal can have several procedures. */
export interface Procedure {
  /** The symbols of the goal's changes. */
  changes: readonly string[];
  steps: GoalStep[];
  /** The sessions that reached the goal this way. */
  successful: Session[];
  /** All sessions that have the required steps in this order. */
  containing: Session[];
  /** All sessions with the goal that have these steps: their requests describe it. */
  goalSessions: readonly Session[];
}

/** What a schema is compiled with. */
export interface SchemaParts {
  /** The words of all requests. */
  words: WordCounts;
  roles: SymbolRoles;
  writers: CountWriters;
  preconditions: readonly Precondition[];
  interchangeable: Interchangeable;
  /** All calls of the tools in its steps. */
  calls: CallsBySymbol;
  /** The success rate of sessions that contain the steps. */
  rate: Rate;
}

/** Titles from short to unique: its changes, the read before them, all reads before them, the whole sequence. */
function titlesOf(name: string, steps: readonly GoalStep[], changes: readonly string[]): string[] {
  const looks = steps.flatMap(({ symbol }) => (changes.includes(symbol) ? [] : [actionWords(symbol)]));
  const after = [looks.slice(-1), looks].map((some) => `${name} after ${some.join(', ')}`);
  const sequence = steps.map(({ symbol }) => symbolLabel(symbol)).join(' → ');
  return [name, ...(looks.length > 0 ? after : []), `${name}: ${sequence}`];
}

/** The changes of the goal, or the reads that it takes without a change. */
function titleOf(steps: readonly GoalStep[], changes: readonly string[]): string {
  if (changes.length > 0) return capitalize(changes.map(actionWords).join(' and '));
  const reads = steps.flatMap(({ symbol, required }) => (required ? [actionWords(symbol)] : []));
  return `${capitalize([...new Set(reads)].join(' and '))}, without a change`;
}

/** What can give the same as an optional step, among what later steps take from it. */
function replacing(
  steps: readonly GoalStep[],
  step: number,
  general: readonly GeneralArguments[],
  interchangeable: Interchangeable,
): readonly Substitute[] {
  const { symbol = '', required = true, again = true } = steps[step] ?? {};
  if (required || again) return [];
  const later = general.slice(step + 1);
  return (interchangeable.get(symbol) ?? []).filter(
    ({ argument, source }) =>
      !steps.some((other) => other.symbol === source) &&
      later.some(({ sources }) => sources[argument] === symbol || sources[argument] === source),
  );
}

/** What the user has to say for the first step, or for a read that can replace it. */
function givenWords(names: readonly string[], substitutes: readonly Substitute[]): string {
  const reads = substitutes.flatMap(({ source }) => (source === 'user' ? [] : [`what ${symbolLabel(source)} takes`]));
  return `The user has to give ${[names.join(', '), ...new Set(reads)].join(', or ')}`;
}

/** How sessions that changed nothing ended: by handing over to a person, for example. */
function endingWords(successful: readonly Session[], { endings }: SymbolRoles): string[] {
  return [...endings].flatMap((symbol) => {
    const times = successful.filter(({ acts }) => acts.some((act) => act.symbol === symbol)).length;
    return times === 0 ? [] : [`${String(times)} of ${String(successful.length)} runs end with ${symbolLabel(symbol)}`];
  });
}

const endingEvents = ({ acts }: Session, { endings }: SymbolRoles): string[] =>
  acts.flatMap(({ symbol, eventIds }) => (endings.has(symbol) ? eventIds : []));

/** Turns a procedure into a task schema. */
export function buildSchema(procedure: Procedure, parts: SchemaParts): TitledDraft {
  const { changes, steps, successful, containing, goalSessions } = procedure;
  const { roles, writers, rate, interchangeable, calls } = parts;
  const runs = alignRuns(steps, successful);
  const judged = containing.filter(({ verdict }) => verdict !== null);
  const needed = parts.preconditions.filter(({ change }) => changes.includes(change));
  const given: string[] = [];
  const general = steps.map(({ symbol }, step) => generalizeStep(stepActs(runs, step), calls.get(symbol) ?? []));
  const substitutesOf = steps.map((_, step) => replacing(steps, step, general, interchangeable));
  const left = new Set([
    ...steps.map(({ symbol }) => symbol),
    ...substitutesOf.flat().map(({ source }) => source),
    ...roles.noise,
    ...roles.endings,
    ...roles.effects,
  ]);
  const described = steps.map(({ symbol, required, again }, step): ArtifactContents['task_schema']['steps'][number] => {
    const acts = stepActs(runs, step);
    const { values = {}, sources = {} } = general[step] ?? {};
    const substitutes = substitutesOf[step] ?? [];
    const names = Object.keys(sources).filter((name) => sources[name] === 'user');
    if (step === 0 && names.length > 0) given.push(givenWords(names, substitutes));
    const tool = acts[0]?.tool ?? null;
    return {
      action: `${capitalize(actionWords(symbol))}${again ? ' again' : ''}`,
      ...(tool === null ? {} : { tool }),
      ...(Object.keys(values).length > 0 ? { arguments: values } : {}),
      ...(required ? {} : { optional: true as const }),
      sessions: acts.length,
      description: describeStep({ steps, step, sources, substitutes, runs, left }),
    };
  });
  const title = titleOf(steps, changes);
  const words = goalWords(goalSessions, parts.words, GOAL_WORDS);
  return {
    type: 'task_schema',
    key: `schema:${contentKey(changes.join('\n'), ...steps.map(({ symbol }) => symbol))}`,
    titles: titlesOf(title, steps, changes),
    content: {
      goal: [
        title,
        ...(successful.length === 1 ? ['Only one session shows this way'] : []),
        ...(judged.length === 0 ? ['No verdict says how these sessions ended'] : []),
        ...(changes.length === 0 ? endingWords(successful, roles) : []),
        ...(words.length > 0 ? [`Requests speak of: ${words.join(', ')}`] : []),
      ].join('. '),
      preconditions: [...given, ...needed.map((precondition) => preconditionWords(precondition))],
      steps: described,
      successRate: judged.length === 0 ? null : round3(rate.rate),
      support: successful.length,
      tasks: countTasks(successful),
      writers: writers(runs.flatMap(({ session, at }) => at.flatMap((index) => session.acts[index]?.eventIds ?? []))),
    },
    ...restingOn(
      runs.map(({ session, at }) => [
        ...session.requestEvents.slice(0, 1),
        ...at.flatMap((index) => session.acts[index]?.eventIds ?? []),
        ...(session.outcomeEvent === null ? [] : [session.outcomeEvent]),
      ]),
      // The goal uses the words of the requests; its figures and preconditions rest on other sessions too.
      [
        ...goalSessions.map(({ requestEvents }) => requestEvents),
        ...judged.flatMap(({ outcomeEvent }) => (outcomeEvent === null ? [] : [[outcomeEvent]])),
        ...needed.map(preconditionEvents),
        ...(changes.length === 0 ? successful.map((session) => endingEvents(session, roles)) : []),
      ],
    ),
    sourceSessions: judged.length === 0 ? successful.length : judged.length,
    confidence: round3(judged.length === 0 ? wilsonLower(successful.length, goalSessions.length) / 2 : rate.atLeast),
    tags: changes.slice(0, MAX_TAGS).map(symbolLabel),
  };
}
