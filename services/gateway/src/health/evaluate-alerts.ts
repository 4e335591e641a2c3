import type { AlertBounds, AlertRule } from './alert-rules.ts';
import type { SystemFigures } from './figures.ts';

/** An alert whose value is above its bound. */
export interface ActiveAlert {
  readonly rule: AlertRule;
  readonly value: number;
  /** When its value went above the bound. */
  readonly since: Date;
  readonly isFiring: boolean;
}

/** Evaluates the rules. `before` is the result for the previous figures. */
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
    const value = rule.valueOf(figures, bounds);
    if (value === null) return last === undefined ? [] : [last];
    if (value <= rule.above(bounds)) return [];
    const since = last?.since ?? now;
    return [{ rule, value, since, isFiring: now.getTime() - since.getTime() >= rule.forSeconds * 1_000 }];
  });
}
