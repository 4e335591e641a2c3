import { isShown, keyOf } from './shown.mjs';

/**
 * @typedef {{at: string, node: string, rounds?: number}} Taken when, and how; without rounds if it was done once
 * @typedef {import('../rounds.mjs').Figure & Taken} SavedFigure
 * @typedef {{figures: SavedFigure[], overload?: object & Taken, scale?: object & Taken}} SavedSystem
 */

/**
 * What the page shows, by system: the newest of what it showed before and what a report of the bench has.
 * @param {Record<string, SavedSystem>} saved
 * @param {{at: string, node: string, size: {rounds: number}, systems: Record<string, object>}} report a file of `.strata-bench/`
 * @returns {Record<string, SavedSystem>}
 */
export function merge(saved, { at, node, size: { rounds }, systems }) {
  const merged = { ...saved };
  const taken = (one, how) => one && { ...rounded(one), at, node, ...how };
  for (const [name, { figures, overload, scale }] of Object.entries(systems)) {
    const before = saved[name] ?? { figures: [] };
    const byKey = new Map(before.figures.map((figure) => [keyOf(figure), figure]));
    for (const figure of figures.filter(isShown))
      byKey.set(keyOf(figure), newer(byKey.get(keyOf(figure)), taken(figure, { rounds })));
    const kept = [...byKey].toSorted(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }));
    merged[name] = {
      figures: kept.map(([, figure]) => figure),
      overload: newer(before.overload, taken(overload)),
      scale: newer(before.scale, taken(scale)),
    };
  }
  return merged;
}

const newer = (before, now) => (now === undefined || (before !== undefined && before.at > now.at) ? before : now);

const NOT_SHOWN = new Set(['bySecond', 'messages']);

/** With four digits of each number, and without what no table has. */
const rounded = (value) =>
  JSON.parse(
    JSON.stringify(value, (key, one) => {
      if (NOT_SHOWN.has(key)) return undefined;
      return typeof one === 'number' ? Number(one.toPrecision(4)) : one;
    }),
  );
