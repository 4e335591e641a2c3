import type { AlertBounds, AlertRule } from './alert-rules.ts';
import type { SystemFigures } from './figures.ts';

/** A rule that holds. */
export interface ActiveAlert {
  readonly rule: AlertRule;
  /** What it reads. */
  readonly value: number;
  /** When it began to hold. */
  readonly since: Date;
  readonly isFiring: boolean;
}

/**
 * Which rules hold now, and which of them fire.
 * @param before what this told of the figures before these
 */
export function evaluateAlerts(
  rules: readonly AlertRule[],
  figures: SystemFigures,
  bounds: AlertBounds,
  before: readonly ActiveAlert[],
  now: Date,
): ActiveAlert[] {
  const known = new Map(before.map((alert) => [alert.rule.name, alert]));
  return rules.flatMap((rule) => {
    const last = known.get(rule.name);
    const value = rule.reads(figures, bounds);
    if (value === null) return last === undefined ? [] : [last];
    if (value <= rule.above(bounds)) return [];
    const since = last?.since ?? now;
    return [{ rule, value, since, isFiring: now.getTime() - since.getTime() >= rule.forSeconds * 1_000 }];
  });
}
