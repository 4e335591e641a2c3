import type { Session } from './session.ts';

const MAX_VALUES = 8;
const NEARLY_ALWAYS = 0.9;

/**
 * Keeps, in place, the facts that distinguish situations: fields with few values (a status, a class), of which none is nearly
 * always the same. Names, places and constants are removed.
 */
export function keepInformativeFacts(sessions: readonly Session[]): void {
  const values = new Map<string, Map<string, number>>();
  const field = (symbol: string, fact: string): string => `${symbol}\n${fact.slice(0, fact.indexOf('='))}`;
  for (const { acts } of sessions)
    for (const { symbol, facts } of acts)
      for (const fact of facts) {
        const key = field(symbol, fact);
        const counts = values.get(key) ?? new Map<string, number>();
        values.set(key, counts.set(fact, (counts.get(fact) ?? 0) + 1));
      }
  const informative = new Set<string>();
  for (const [key, counts] of values) {
    const total = [...counts.values()].reduce((sum, n) => sum + n, 0);
    if (counts.size <= MAX_VALUES && total >= 2 * counts.size && Math.max(...counts.values()) < NEARLY_ALWAYS * total)
      informative.add(key);
  }
  for (const { acts } of sessions)
    for (const act of acts) act.facts = act.facts.filter((fact) => informative.has(field(act.symbol, fact)));
}
