import { StrataError } from '@strata/client/errors';

/** How the program ends. */
export const EXIT = { ok: 0, failed: 1, usage: 2, denied: 3, notFound: 4, unavailable: 5 } as const;

/** An error of the user's input, or one that says itself what to do next. */
export class CliError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number = EXIT.failed) {
    super(message);
    this.name = 'CliError';
    this.exitCode = exitCode;
  }
}

/** The codes of errors that this program finds itself. */
const CODES: Readonly<Record<number, string>> = {
  [EXIT.usage]: 'usage',
  [EXIT.denied]: 'unauthorized',
  [EXIT.notFound]: 'not_found',
};

interface Failure {
  readonly exitCode: number;
  readonly code: string;
  readonly message: string;
  /** What to do next. */
  readonly hint?: string;
}

const UNAVAILABLE = new Set([
  'unavailable',
  'connection_failed',
  'timed_out',
  'unexpected_response',
  'rate_limited',
  'undelivered',
]);

/** What an error means for the user of a command. `url` is where the service was expected. */
export function describeFailure(error: unknown, url: string): Failure {
  if (error instanceof CliError)
    return { exitCode: error.exitCode, code: CODES[error.exitCode] ?? 'failed', message: error.message };
  if (!(error instanceof StrataError)) {
    const message = error instanceof Error ? error.message : String(error);
    return { exitCode: error instanceof TypeError ? EXIT.usage : EXIT.failed, code: 'failed', message };
  }
  const { code } = error;
  const details = error.details.map(({ field, message }) => `\n  ${field}: ${message}`).join('');
  const failure = { code, message: error.message + details };
  if (code === 'unauthorized')
    return {
      ...failure,
      exitCode: EXIT.denied,
      hint: 'Sign in with "strata login", or put an API key into STRATA_API_KEY.',
    };
  if (code === 'forbidden')
    return {
      ...failure,
      exitCode: EXIT.denied,
      hint: 'The key needs another scope or role: "strata doctor" says what it has.',
    };
  if (code === 'not_found' || code === 'gone') return { ...failure, exitCode: EXIT.notFound };
  if (code === 'connection_failed' || code === 'timed_out')
    return {
      ...failure,
      exitCode: EXIT.unavailable,
      message: `Strata does not respond at ${originOf(url)}.`,
      hint: 'Start it with "npm start", or name another service with --url.',
    };
  return { ...failure, exitCode: UNAVAILABLE.has(code) ? EXIT.unavailable : EXIT.failed };
}

const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : 'the given URL');
