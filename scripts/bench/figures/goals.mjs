/**
 * @typedef {{label: string, figures: RegExp, floor: number, aim: number}} Goal
 * A floor must be kept, an aim is worked towards; both are ratios to the limit. A rate must be at least as much, a time or memory at most.
 * If a goal has several figures, the worst one counts; the group of the pattern, if it has one, is the name of its part.
 */

/** @type {(label: string, figures: RegExp, floor: number, aim: number) => Goal} */
const goal = (label, figures, floor, aim) => ({ label, figures, floor, aim });

/** @type {readonly Goal[]} */
export const GOALS = [
  goal('capture', /^capture, \d+ connections$/u, 0.6, 1),
  goal('batch', /^batch, \d+ in flight, events$/u, 0.3, 0.5),
  goal('learn', /^learn, (\S+), events$/u, 0.2, 0.5),
  goal('peers: stored messages', /^stored, 32 at a time, (\S+)$/u, 10, 50),
  goal('peers: messages stored in batches', /^stored in batches, (\S+)$/u, 10, 50),
  ...['1,000', '10,000', '100,000'].flatMap((memories) =>
    [1, 8].map((at) =>
      goal(
        `synthesize, ${memories} memories, ${at} at a time`,
        new RegExp(`^synthesize, ${memories} memories, ${at} at a time, p50$`, 'u'),
        15,
        5,
      ),
    ),
  ),
  goal('gateway and broker of a synthesize call', /^gateway and broker of a synthesize call, mean$/u, 4, 2),
  goal('peers: search of 10,000, with vectors', /^search, 10,000 .*, vectors, p50, (\S+)$/u, 1 / 3, 0.1),
  goal('peers: search of 10,000, without vectors', /^search, 10,000 .*, words, p50, (\S+)$/u, 1 / 3, 0.1),
  goal('start of a service', /^start, (\S+)$/u, 20, 8),
  goal('memory of a service under load', /^memory, (\S+), \d+ connections$/u, 1.8, 1.3),
  goal('first start of standalone', /^first start$/u, 2, 1.3),
  goal('second start of standalone', /^second start$/u, 2, 1.3),
  goal('memory of standalone after the first start', /^memory after the first start$/u, 1.5, 1.2),
  goal('memory of standalone after the second start', /^memory after the second start$/u, 1.5, 1.2),
  ...['tenants', 'events', 'memories', 'policies'].map((kind) =>
    goal(`ten times the ${kind}`, new RegExp(`^[\\d,]+ to [\\d,]+ ${kind}: (\\w+)`, 'u'), 2, 1.2),
  ),
];

export const isRate = ({ unit }) => unit === '/s';

/**
 * @param {Goal} goal
 * @param {readonly import('../rounds.mjs').Figure[]} figures of one system
 * @returns {{figure: import('../rounds.mjs').Figure, part: string | undefined, verdict: 'aim met' | 'met' | 'missed'} | undefined}
 *   the worst figure of the goal; undefined if none was measured
 */
export function judge({ figures: pattern, floor, aim }, figures) {
  const found = figures.filter(({ name }) => pattern.test(name));
  if (found.length === 0) return undefined;
  const sign = isRate(found[0]) ? 1 : -1;
  const figure = found.reduce((worst, one) => (sign * one.ratio.median < sign * worst.ratio.median ? one : worst));
  const reaches = (least) => sign * figure.ratio.median >= sign * least;
  const verdict = reaches(aim) ? 'aim met' : reaches(floor) ? 'met' : 'missed';
  return { figure, part: pattern.exec(figure.name)[1], verdict };
}
