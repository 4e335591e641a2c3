import { setTimeout as delay } from 'node:timers/promises';
import { keyOfDifference, type Check, type Difference, type Selection } from './check.ts';

export interface RunChecksOptions {
  readonly selection: Selection;
  /** Repairs what is safe to repair. */
  readonly mayRepair: boolean;
  /** Milliseconds after which a difference has to be there still; 0 where nothing else changes the data. */
  readonly waitMs: number;
}

/** What a check found. */
export interface CheckResult {
  readonly check: Check;
  /** Differences that are there still. */
  readonly left: readonly Difference[];
  /** The first of those that were repaired. */
  readonly repaired: readonly Difference[];
  readonly repairedCount: number;
  /** Whether there are more of them than a run reports. */
  readonly isCut: boolean;
  /** Why it ended early. */
  readonly error: unknown;
  /** Of work, without waiting. */
  readonly seconds: number;
}

/** The differences of one check that a run holds at once. */
const MOST_AT_ONCE = 20_000;
/** Rounds of finding and repairing: a million differences take 50. */
const MOST_ROUNDS = 100;
/** How often a difference is looked at again before it counts. Work in progress is gone by then, or is other work. */
const LOOKS = 2;

interface Round {
  readonly left: readonly Difference[];
  readonly repaired: readonly Difference[];
  readonly isFull: boolean;
}

type Turn = <Value>(work: () => Promise<Value>) => Promise<Value>;

/**
 * Runs checks, and yields their results in the same order. One that fails does not hold up the others. They read one after the
 * other; while one waits before it looks again, the others go on.
 */
export async function* runChecks(checks: readonly Check[], options: RunChecksOptions): AsyncGenerator<CheckResult> {
  const turn = createTurns();
  const running = checks.map((check) => runCheck(check, options, turn));
  for (const result of running) yield await result;
}

async function runCheck(check: Check, options: RunChecksOptions, turn: Turn): Promise<CheckResult> {
  let left: readonly Difference[] = [];
  const repaired: Difference[] = [];
  let repairedCount = 0;
  let isCut = false;
  let error: unknown;
  let seconds = 0;
  const measured: Turn = (work) =>
    turn(async () => {
      const started = performance.now();
      try {
        return await work();
      } finally {
        seconds += (performance.now() - started) / 1000;
      }
    });
  try {
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const found: Round = await runOnce(check, options, measured);
      repaired.push(...found.repaired.slice(0, MOST_AT_ONCE - repaired.length));
      repairedCount += found.repaired.length;
      ({ left, isFull: isCut } = found);
      // The next round does not find what this one repaired, so it reaches the differences after these.
      if (!isCut || found.repaired.length === 0) break;
    }
  } catch (caught) {
    error = caught;
  }
  return { check, left, repaired, repairedCount, isCut, error, seconds };
}

async function runOnce(check: Check, { selection, mayRepair, waitMs }: RunChecksOptions, turn: Turn): Promise<Round> {
  let found: readonly Difference[] = await turn(() => firstOf(check.find(selection)));
  const isFull = found.length === MOST_AT_ONCE;
  for (let look = 0; look < LOOKS && waitMs > 0 && found.length > 0; look += 1) {
    await delay(waitMs / LOOKS);
    const before = found;
    found = await turn(() => check.confirm(before));
  }
  if (!mayRepair || check.repair === undefined || found.length === 0) return { left: found, repaired: [], isFull };
  const left = await turn(async () => {
    await check.repair?.(found);
    return check.confirm(found);
  });
  const isLeft = new Set(left.map(keyOfDifference));
  return { left, repaired: found.filter((difference) => !isLeft.has(keyOfDifference(difference))), isFull };
}

async function firstOf(differences: AsyncIterable<Difference>): Promise<Difference[]> {
  const found: Difference[] = [];
  for await (const difference of differences) {
    found.push(difference);
    if (found.length === MOST_AT_ONCE) break;
  }
  return found;
}

/** Runs one piece of work at a time, in the order of the calls. */
function createTurns(): Turn {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
}
