import type { Instruction } from '../rank/instruction.ts';

/** Two wishes are on the same matter if they share this much of the words of the shorter one: "answer in …". */
const SAME_FROM = 0.6;
/** Prohibitions do not contradict each other: one only repeats another. */
const REPEATS_FROM = 0.85;

/** Whether a newer instruction takes the place of an older one: under the same conditions, it repeats or contradicts it. */
export function isReplaced(older: Instruction, newer: Instruction): boolean {
  const from = older.isProhibition && newer.isProhibition ? REPEATS_FROM : SAME_FROM;
  return (
    older.conditionTerms.length > 0 === newer.conditionTerms.length > 0 &&
    (newer.conditionTerms.length === 0 || shared(older.conditionTerms, newer.conditionTerms) >= SAME_FROM) &&
    shared(older.matter, newer.matter) >= from
  );
}

/** The share of the smaller set that is in the other. */
function shared(a: readonly string[], b: readonly string[]): number {
  const known = new Set(a);
  return b.filter((word) => known.has(word)).length / Math.max(1, Math.min(a.length, b.length));
}
