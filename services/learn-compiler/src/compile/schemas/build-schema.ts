import { contentKey } from '../text/hash.ts';
import { capitalize, compareText } from '../text/words.ts';
import { fisherExact } from '../statistics/fisher.ts';
import { round3, wilsonLower } from '../statistics/proportions.ts';
import type { Act, Session } from '../sessions/session.ts';
import { actionWords, symbolLabel, symbolWords } from '../sessions/symbol-label.ts';
import type { SymbolRoles } from '../sessions/symbol-roles.ts';
import type { SchemaStep } from '../types.ts';
import type { TitledDraft } from '../titled-draft.ts';
import { boundedSources } from '../source-events.ts';
import { generalizeArguments } from './generalize-step.ts';
import { goalWords } from './goal-words.ts';
import type { ScoredSequence } from './select-sequences.ts';
import { isSubsequence, matchLate } from './subsequence.ts';

interface Aligned {
  session: Session;
  /** Indices of the acts that are the sequence's steps. */
  at: number[];
}

const GOAL_WORDS = 12;
const BRANCH_SHARE = 0.15;
const TELLING_SHARE = 0.8;
const TELLING_P = 0.01;

function align(scored: ScoredSequence): Aligned[] {
  return scored.successful.flatMap((session) => {
    const went = session.acts.map((act) => (act.outcome === 'error' ? '\0' : act.symbol));
    const at =
      matchLate(scored.symbols, went) ??
      matchLate(
        scored.symbols,
        session.acts.map((act) => act.symbol),
      );
    return at === null ? [] : [{ session, at }];
  });
}

function stepActs(aligned: readonly Aligned[], step: number): Act[] {
  return aligned.flatMap(({ session, at }) => {
    const act = session.acts[at[step] ?? -1];
    return act === undefined ? [] : [act];
  });
}

/** Steps that some of the runs took between two of the sequence's steps, with their share of the runs. */
function between(aligned: readonly Aligned[], step: number, left: ReadonlySet<string>): [string, number][] {
  const counts = new Map<string, number>();
  for (const { session, at } of aligned) {
    const within = session.acts.slice((at[step - 1] ?? -1) + 1, at[step] ?? 0);
    for (const symbol of new Set(within.map((act) => act.symbol)))
      if (!left.has(symbol)) counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, n]) => n >= 2 && n >= BRANCH_SHARE * aligned.length)
    .sort((a, b) => b[1] - a[1] || compareText(a[0], b[0]))
    .slice(0, 2);
}

/** Runs that do the rest of the sequence, with another look in this step's place. */
function branches(
  scored: ScoredSequence,
  step: number,
  others: readonly Session[],
  roles: SymbolRoles,
  left: ReadonlySet<string>,
): [string, number][] {
  if (roles.effects.has(scored.symbols[step] ?? '')) return [];
  const before = scored.symbols.slice(0, step);
  const after = scored.symbols.slice(step + 1);
  const counts = new Map<string, number>();
  for (const session of others) {
    const sequence = session.acts.map((act) => (act.outcome === 'error' ? '\0' : act.symbol));
    if (sequence.includes(scored.symbols[step] ?? '') || !isSubsequence([...before, ...after], sequence)) continue;
    const tail = matchLate(after, sequence);
    const end = after.length === 0 ? sequence.length : (tail?.[0] ?? 0);
    let start = 0;
    for (const symbol of before) start = sequence.indexOf(symbol, start) + 1;
    for (const symbol of new Set(sequence.slice(start, end)))
      if (!left.has(symbol) && symbol !== '\0') counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, n]) => n >= 2)
    .sort((a, b) => b[1] - a[1] || compareText(a[0], b[0]))
    .slice(0, 1);
}

/** Successful runs that left the step out do as well: at least three, succeeding no less often than those with it. */
function isOptional(scored: ScoredSequence, step: number, told: readonly Session[], roles: SymbolRoles): boolean {
  const symbol = scored.symbols[step] ?? '';
  if (roles.effects.has(symbol) || scored.symbols.length < 3) return false;
  const rest = scored.symbols.filter((_, at) => at !== step);
  const without = told.filter((session) => {
    const sequence = session.acts.map((act) => act.symbol);
    return !sequence.includes(symbol) && isSubsequence(rest, sequence);
  });
  const good = without.filter((session) => session.succeeded === true).length;
  const rate = scored.successful.length / (scored.successful.length + scored.failed.length);
  return good >= 3 && good / without.length >= rate;
}

function sourceWords(source: string): string {
  return source === 'user' ? 'from the user' : `from ${symbolLabel(source)}`;
}

function describe(
  sources: Record<string, string>,
  extra: readonly [string, number][],
  branch: readonly [string, number][],
  runs: number,
): string {
  const bySource = new Map<string, string[]>();
  for (const [name, source] of Object.entries(sources)) bySource.set(source, [...(bySource.get(source) ?? []), name]);
  const parts = [...bySource]
    .sort((a, b) => compareText(a[0], b[0]))
    .map(([source, names]) => `${names.join(', ')} ${sourceWords(source)}`);
  for (const [symbol, n] of extra)
    parts.push(`before it, ${String(n)} of ${String(runs)} runs also use ${symbolLabel(symbol)}`);
  for (const [symbol, n] of branch) parts.push(`${String(n)} other successful runs use ${symbolLabel(symbol)} instead`);
  return parts.length > 0 ? `${capitalize(parts.join('; '))}.` : '';
}

/**
 * Facts that looking showed before the step in nearly all runs, and in other sessions less often than chance would have
 * it: `get_order_details shows status=pending`.
 */
function tellingFacts(
  aligned: readonly Aligned[],
  step: number,
  all: readonly Session[],
  roles: SymbolRoles,
): string[] {
  const shown = (acts: readonly Act[]): Set<string> =>
    new Set(
      acts.flatMap((act) =>
        roles.effects.has(act.symbol) ? [] : act.facts.map((fact) => `${symbolLabel(act.symbol)} shows ${fact}`),
      ),
    );
  const counts = new Map<string, number>();
  for (const { session, at } of aligned)
    for (const fact of shown(session.acts.slice(0, at[step] ?? 0))) counts.set(fact, (counts.get(fact) ?? 0) + 1);
  const common = [...counts].filter(([, n]) => n >= 3 && n >= TELLING_SHARE * aligned.length);
  if (common.length === 0) return [];
  const members = new Set(aligned.map(({ session }) => session));
  const elsewhere = all.filter((session) => !members.has(session)).map((session) => shown(session.acts));
  return common
    .map(([fact, n]) => {
      const others = elsewhere.filter((facts) => facts.has(fact)).length;
      const above = n / aligned.length > others / Math.max(1, elsewhere.length);
      return { fact, p: above ? fisherExact(n, aligned.length - n, others, elsewhere.length - others) : 1 };
    })
    .filter(({ p }) => p < TELLING_P)
    .sort((a, b) => a.p - b.p || compareText(a.fact, b.fact))
    .slice(0, 2)
    .map(({ fact }) => fact);
}

function goalOf(
  effects: readonly string[],
  symbols: readonly string[],
  words: readonly string[],
): { name: string; goal: string } {
  const named = effects.length > 0 ? effects : symbols.slice(-1);
  const name = capitalize(named.map(symbolWords).join(' and '));
  return { name, goal: words.length > 0 ? `${name}. Requests speak of: ${words.join(', ')}` : name };
}

/**
 * The sessions whose requests say what the sequence is for: those that made all its changes and, where it makes none,
 * made none. Runs that failed in the end asked for the same, so they count.
 */
function askingSessions(
  effects: readonly string[],
  symbols: readonly string[],
  sessions: readonly Session[],
  roles: SymbolRoles,
): Session[] {
  return sessions.filter((session) => {
    const changed = new Set(
      session.acts.filter((act) => act.outcome !== 'error' && roles.effects.has(act.symbol)).map((act) => act.symbol),
    );
    const fits = effects.length > 0 ? effects.every((symbol) => changed.has(symbol)) : changed.size === 0;
    return (
      fits &&
      isSubsequence(
        symbols,
        session.acts.map((act) => act.symbol),
      )
    );
  });
}

/** Turns a sequence into a task schema; its figures are those of the whole sequence over all sessions of known outcome. */
export function buildSchema(scored: ScoredSequence, sessions: readonly Session[], roles: SymbolRoles): TitledDraft {
  const { symbols, successful, failed } = scored;
  const told = sessions.filter((session) => session.succeeded !== null);
  const covered = new Set(successful);
  const others = told.filter((session) => session.succeeded === true && !covered.has(session));
  const aligned = align(scored);
  const left = new Set([...symbols, ...roles.noise]);
  const effects = symbols.filter((symbol, at) => roles.effects.has(symbol) && symbols.indexOf(symbol) === at);
  const hidden = new Set([...left, ...roles.effects]);
  const preconditions: string[] = [];
  const steps = symbols.map((symbol, step): SchemaStep => {
    const acts = stepActs(aligned, step);
    const { values, sources } = generalizeArguments(acts);
    const asked = Object.entries(sources)
      .filter(([, source]) => source === 'user')
      .map(([name]) => name);
    if (step === 0 && asked.length > 0) preconditions.push(`The user has given ${asked.join(', ')}`);
    const tool = acts[0]?.tool ?? null;
    return {
      action: actionWords(symbol),
      ...(tool === null ? {} : { tool }),
      ...(Object.keys(values).length > 0 ? { arguments: values } : {}),
      ...(isOptional(scored, step, told, roles) ? { optional: true as const } : {}),
      description: describe(
        sources,
        between(aligned, step, hidden),
        branches(scored, step, others, roles, hidden),
        aligned.length,
      ),
    };
  });
  const lastEffect = symbols.findLastIndex((symbol) => roles.effects.has(symbol));
  for (const fact of tellingFacts(aligned, lastEffect >= 0 ? lastEffect : symbols.length - 1, sessions, roles))
    preconditions.push(fact);
  const { name, goal } = goalOf(
    effects,
    symbols,
    goalWords(askingSessions(effects, symbols, sessions, roles), sessions, GOAL_WORDS),
  );
  const looks = symbols.filter((symbol) => !roles.effects.has(symbol));
  const total = successful.length + failed.length;
  return {
    type: 'task_schema',
    key: `schema:${contentKey(...symbols)}`,
    titles: [
      name,
      `${name} after ${looks.slice(-1).map(symbolWords).join('')}`,
      `${name} after ${looks.map(symbolWords).join(', ')}`,
      `${name}: ${symbols.map(symbolLabel).join(' → ')}`,
    ],
    content: { goal, preconditions, steps, successRate: round3(successful.length / total), support: successful.length },
    sourceEvents: boundedSources(
      aligned.map(({ session, at }) => [
        ...session.requestEvents.slice(0, 1),
        ...at.flatMap((index) => session.acts[index]?.eventIds ?? []),
        ...(session.outcomeEvent === null ? [] : [session.outcomeEvent]),
      ]),
    ),
    sourceSessions: total,
    confidence: round3(wilsonLower(successful.length, total)),
    tags: effects.slice(0, 5),
  };
}
