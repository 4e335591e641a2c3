import { setTimeout as delay } from 'node:timers/promises';

/** A condition is looked at less and less often: with several waiting at once, looking would take the time that they wait for. */
const FIRST_POLL_MS = 20;
const LONGEST_POLL_MS = 100;
const GROWTH = 1.2;
const BOUND_MS = 60_000;

/**
 * Waits until `condition` returns something other than false, null or undefined without throwing, and returns that. Throws
 * the condition's last error after `withinMs` (default 60 s: a bound for a broken system, not an expected duration).
 */
export async function eventually<T>(
  condition: () => T | Promise<T>,
  { withinMs = BOUND_MS }: { readonly withinMs?: number } = {},
): Promise<Exclude<T, false | null | undefined>> {
  const deadline = Date.now() + withinMs;
  for (let pollMs = FIRST_POLL_MS; ; pollMs = Math.min(LONGEST_POLL_MS, GROWTH * pollMs)) {
    let failure = new Error(`The condition did not come true within ${String(withinMs)} ms`);
    try {
      const value = await condition();
      if (value !== false && value !== null && value !== undefined) {
        return value as Exclude<T, false | null | undefined>;
      }
    } catch (error) {
      if (error instanceof Error) failure = error;
    }
    if (Date.now() > deadline) throw failure;
    await delay(pollMs);
  }
}
