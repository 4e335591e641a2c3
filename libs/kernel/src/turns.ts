/**
 * Long work of one request is cut into turns, so that the process answers others in between. All requests of the process
 * share them: one turn for each round of the event loop, in the order in which they asked.
 */

/** Milliseconds after which a turn ends at its next pause. */
const TURN_MS = 8;

/** Undefined between two turns. */
let startedAt: number | undefined;
const waiting: (() => void)[] = [];

function startTurn(): void {
  startedAt = performance.now();
  setImmediate(endTurn);
}

function endTurn(): void {
  startedAt = undefined;
  const next = waiting.shift();
  if (next === undefined) return;
  startTurn();
  next();
}

/** To be awaited in long loops. Undefined while the turn lasts, else a promise that resolves at the next turn. */
export function pause(): Promise<void> | undefined {
  if (startedAt === undefined) startTurn();
  else if (performance.now() - startedAt >= TURN_MS) return new Promise((resolve) => waiting.push(resolve));
  return undefined;
}

/** Runs work that yields wherever it may pause. Resolves with its result. */
export async function inTurns<Result>(work: Generator<unknown, Result>): Promise<Result> {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    const paused = pause();
    if (paused !== undefined) await paused;
  }
}

/** Runs the same work without pauses. */
export function atOnce<Result>(work: Generator<unknown, Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
