/**
 * Returns what each ranking arm contributed to a score, and `total`. Worked out only when it is asked for: most requests want no
 * explanation.
 */
export type ScoreParts = () => Readonly<Record<string, number>>;

/** The parts of a score that was changed. */
export const withParts =
  (parts: ScoreParts, changed: Readonly<Record<string, number>>): ScoreParts =>
  () => ({ ...parts(), ...changed });
