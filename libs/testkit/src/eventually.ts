import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 20;
const BOUND_MS = 20_000;

/**
 * Waits until `condition` returns something other than false, null or undefined without throwing, and returns that. Throws
 * the condition's last error after `withinMs` (default 20 s: a bound for a broken system, not an expected duration).
 */
export async function eventually<T>(
  condition: () => T | Promise<T>,
  { withinMs = BOUND_MS }: { readonly withinMs?: number } = {},
): Promise<Exclude<T, false | null | undefined>> {
  const deadline = Date.now() + withinMs;
  for (;;) {
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
    await delay(POLL_MS);
  }
}
