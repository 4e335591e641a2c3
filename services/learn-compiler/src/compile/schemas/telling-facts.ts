import { compareText } from '../text/words.ts';
import { fisherExact } from '../statistics/fisher.ts';
import type { Act, Session } from '../sessions/session.ts';
import { symbolLabel } from '../sessions/symbol-label.ts';
import type { SymbolRoles } from '../sessions/symbol-roles.ts';
import type { AlignedRun } from './aligned-runs.ts';

const TELLING_SHARE = 0.8;
const TELLING_P = 0.01;
const MIN_RUNS = 3;
const MAX_FACTS = 2;

/** Facts that reads showed before the step in nearly all runs, and significantly less often in other sessions: `get_ticket shows status=open`. */
export function tellingFacts(
  runs: readonly AlignedRun[],
  step: number,
  all: readonly Session[],
  roles: SymbolRoles,
): string[] {
  const shown = (acts: readonly Act[]): Set<string> =>
    new Set(
      acts.flatMap(({ symbol, facts }) =>
        roles.effects.has(symbol) ? [] : facts.map((fact) => `${symbolLabel(symbol)} shows ${fact}`),
      ),
    );
  const counts = new Map<string, number>();
  for (const { session, at } of runs)
    for (const fact of shown(session.acts.slice(0, at[step] ?? 0))) counts.set(fact, (counts.get(fact) ?? 0) + 1);
  const common = [...counts].filter(([, n]) => n >= MIN_RUNS && n >= TELLING_SHARE * runs.length);
  if (common.length === 0) return [];
  const members = new Set(runs.map(({ session }) => session));
  const elsewhere = all.filter((session) => !members.has(session)).map((session) => shown(session.acts));
  return common
    .map(([fact, n]) => {
      const others = elsewhere.filter((facts) => facts.has(fact)).length;
      const above = n / runs.length > others / Math.max(1, elsewhere.length);
      return { fact, p: above ? fisherExact(n, runs.length - n, others, elsewhere.length - others) : 1 };
    })
    .filter(({ p }) => p < TELLING_P)
    .sort((a, b) => a.p - b.p || compareText(a.fact, b.fact))
    .slice(0, MAX_FACTS)
    .map(({ fact }) => fact);
}
