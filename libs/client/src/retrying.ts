import { isTransient, isUntouched, StrataError } from './errors.ts';

const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 8_000;
/** A service that asks for a longer wait gets no retry: the caller should decide. */
const LONGEST_RETRY_AFTER_MS = 60_000;

interface RetryRules {
  readonly maxRetries: number;
  /** Whether the request may be sent again when its effect is unknown. */
  readonly isRepeatable: boolean;
  readonly signal: AbortSignal | undefined;
}

/** Tries again after transient errors, as often as the rules allow, waiting as long as the service asks. */
export async function withRetries<Result>(rules: RetryRules, attempt: () => Promise<Result>): Promise<Result> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await attempt();
    } catch (error) {
      const delayMs = delayBefore(retries, error, rules);
      if (delayMs === undefined) throw error;
      await wait(delayMs, rules.signal);
    }
  }
}

function delayBefore(retries: number, error: unknown, { maxRetries, isRepeatable }: RetryRules): number | undefined {
  if (retries >= maxRetries || !isTransient(error) || !(isRepeatable || isUntouched(error))) return undefined;
  const delayMs = retryDelayMs(retries, error);
  return delayMs > LONGEST_RETRY_AFTER_MS ? undefined : delayMs;
}

/** A random part of a doubling time, so that many clients do not come back at once; at least what the service asks for. */
export function retryDelayMs(retries: number, error: StrataError): number {
  const jittered = Math.random() * Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** retries);
  return (error.retryAfterSeconds ?? 0) * 1000 + jittered;
}

/** Waits, unless the signal ends it. */
export function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(new StrataError('aborted', 'The call was aborted', { cause: signal?.reason }));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    if (signal?.aborted === true) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}
