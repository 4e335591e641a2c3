import type { MatchCondition } from '@langchain/langgraph-checkpoint';
import type { Value } from './item-text.ts';

type Comparison = (actual: unknown, expected: unknown) => boolean;

const COMPARISONS: Readonly<Record<string, Comparison>> = {
  $eq: (actual, expected) => actual === expected,
  $ne: (actual, expected) => actual !== expected,
  $gt: (actual, expected) => Number(actual) > Number(expected),
  $gte: (actual, expected) => Number(actual) >= Number(expected),
  $lt: (actual, expected) => Number(actual) < Number(expected),
  $lte: (actual, expected) => Number(actual) <= Number(expected),
  $in: (actual, expected) => Array.isArray(expected) && expected.includes(actual),
  $nin: (actual, expected) => !Array.isArray(expected) || !expected.includes(actual),
};

/** Whether each field that the filter names has its value, or is as its operators say. */
export const matchesFilter = (value: Value, filter: Value = {}): boolean =>
  Object.entries(filter).every(([field, expected]) => matchesField(value[field], expected));

/** An object of operators alone is a condition; any other value is compared as it is. */
function matchesField(actual: unknown, expected: unknown): boolean {
  if (typeof expected !== 'object' || expected === null) return actual === expected;
  const conditions = Object.entries(expected).map(([operator, operand]) => ({
    compare: Object.hasOwn(COMPARISONS, operator) ? COMPARISONS[operator] : undefined,
    operand: operand as unknown,
  }));
  if (conditions.some(({ compare }) => compare === undefined)) return actual === expected;
  return conditions.every(({ compare, operand }) => compare?.(actual, operand) === true);
}

/** Whether a namespace begins or ends as the condition says; `*` stands for any label. */
export function matchesCondition(namespace: readonly string[], { matchType, path }: MatchCondition): boolean {
  const from = matchType === 'prefix' ? 0 : namespace.length - path.length;
  return (
    path.length <= namespace.length && path.every((label, index) => label === '*' || namespace[from + index] === label)
  );
}
