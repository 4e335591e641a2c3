import { AppError } from '@strata/kernel/errors';

const MAX_FRAMES = 8;

/**
 * What a log may contain of an error thrown while handling a message. Only the text of an AppError is known to hold no
 * payload; of other errors it is name, code and stack frames.
 */
export function describeFailure(error: unknown): Record<string, unknown> {
  if (error instanceof AppError) {
    const cause = error.cause === undefined ? {} : { cause: describeFailure(error.cause) };
    return { error: error.code, reason: error.message, ...cause };
  }
  if (!(error instanceof Error)) return { error: typeof error };
  const code: unknown = 'code' in error ? error.code : undefined;
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? [];
  return {
    error: error.name,
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    at: frames.slice(0, MAX_FRAMES).map((line) => line.trim()),
  };
}
