import { contentKey } from '../text/hash.ts';
import { capitalize } from '../text/words.ts';
import { round3, wilsonLower } from '../statistics/proportions.ts';
import type { CountWriters } from '../event-writers.ts';
import type { Session } from '../sessions/session.ts';
import { actionWords, symbolLabel } from '../sessions/symbol-label.ts';
import type { SymbolRoles } from '../sessions/symbol-roles.ts';
import { restingOn } from '../source-events.ts';
import type { TitledDraft } from '../titled-draft.ts';
import type { ArtifactContents } from '@strata/contracts/schemas/artifact';
import { alignRuns, stepActs } from './aligned-runs.ts';
import { describeStep, isOptional } from './describe-step.ts';
import { generalizeArguments } from './generalize-step.ts';
import { goalWords } from './goal-words.ts';
import type { ScoredSequence } from './select-sequences.ts';
import { isSubsequence } from './subsequence.ts';
import { tellingFacts } from './telling-facts.ts';

const GOAL_WORDS = 16;
const MAX_TAGS = 5;

/**
 * The sessions whose requests describe the sequence's goal: those that made all its changes, or no change if it has none.
 * Failed sessions requested the same, so they count.
 */
function askingSessions(
  effects: readonly string[],
  symbols: readonly string[],
  sessions: readonly Session[],
  roles: SymbolRoles,
): Session[] {
  return sessions.filter(({ acts }) => {
    const changes = acts.filter((act) => act.outcome !== 'error' && roles.effects.has(act.symbol));
    const changed = new Set(changes.map((act) => act.symbol));
    const fits = effects.length > 0 ? effects.every((symbol) => changed.has(symbol)) : changed.size === 0;
    const done = acts.map((act) => act.symbol);
    return fits && isSubsequence(symbols, done);
  });
}

/** Titles from short to unique: its changes, the read before them, all reads before them, the whole sequence. */
function titlesOf(name: string, symbols: readonly string[], roles: SymbolRoles): string[] {
  const looks = symbols.filter((symbol) => !roles.effects.has(symbol)).map(actionWords);
  const after = [looks.slice(-1), looks].map((some) => `${name} after ${some.join(', ')}`);
  return [name, ...(looks.length > 0 ? after : []), `${name}: ${symbols.map(symbolLabel).join(' → ')}`];
}

/** Turns a sequence into a task schema. Its figures are about the whole sequence over all sessions of known outcome. */
export function buildSchema(
  scored: ScoredSequence,
  sessions: readonly Session[],
  roles: SymbolRoles,
  writers: CountWriters,
): TitledDraft {
  const { symbols, successful, failed } = scored;
  const judged = sessions.filter((session) => session.succeeded !== null);
  const covered = new Set(successful);
  const others = judged.filter((session) => session.succeeded === true && !covered.has(session));
  const runs = alignRuns(scored);
  const effects = symbols.filter((symbol, at) => roles.effects.has(symbol) && symbols.indexOf(symbol) === at);
  const preconditions: string[] = [];
  const steps = symbols.map((symbol, step): ArtifactContents['task_schema']['steps'][number] => {
    const acts = stepActs(runs, step);
    const { values, sources } = generalizeArguments(acts);
    const given = Object.keys(sources).filter((name) => sources[name] === 'user');
    if (step === 0 && given.length > 0) preconditions.push(`The user has given ${given.join(', ')}`);
    const tool = acts[0]?.tool ?? null;
    return {
      action: capitalize(actionWords(symbol)),
      ...(tool === null ? {} : { tool }),
      ...(Object.keys(values).length > 0 ? { arguments: values } : {}),
      ...(isOptional(scored, step, judged, roles) ? { optional: true as const } : {}),
      description: describeStep(scored, step, sources, runs, others, roles),
    };
  });
  const lastEffect = symbols.findLastIndex((symbol) => roles.effects.has(symbol));
  preconditions.push(...tellingFacts(runs, lastEffect >= 0 ? lastEffect : symbols.length - 1, sessions, roles));
  const name = capitalize((effects.length > 0 ? effects : symbols.slice(-1)).map(actionWords).join(' and '));
  const asking = askingSessions(effects, symbols, sessions, roles);
  const words = goalWords(asking, sessions, GOAL_WORDS);
  const total = successful.length + failed.length;
  return {
    type: 'task_schema',
    key: `schema:${contentKey(...symbols)}`,
    titles: titlesOf(name, symbols, roles),
    content: {
      goal: [
        name,
        ...(successful.length === 1 ? ['Only one session shows this way'] : []),
        ...(words.length > 0 ? [`Requests speak of: ${words.join(', ')}`] : []),
      ].join('. '),
      preconditions,
      steps,
      successRate: round3(successful.length / total),
      support: successful.length,
      writers: writers(runs.flatMap(({ session, at }) => at.flatMap((index) => session.acts[index]?.eventIds ?? []))),
    },
    ...restingOn(
      runs.map(({ session, at }) => [
        ...session.requestEvents.slice(0, 1),
        ...at.flatMap((index) => session.acts[index]?.eventIds ?? []),
        ...(session.outcomeEvent === null ? [] : [session.outcomeEvent]),
      ]),
      // The goal uses the words of the requests; preconditions are facts seen on the way.
      [
        ...asking.map(({ requestEvents }) => requestEvents),
        ...runs.flatMap(({ session, at }) => session.acts.slice(0, at.at(-1) ?? 0).map(({ eventIds }) => eventIds)),
      ],
    ),
    sourceSessions: total,
    confidence: round3(wilsonLower(successful.length, total)),
    tags: effects.slice(0, MAX_TAGS).map(symbolLabel),
  };
}
