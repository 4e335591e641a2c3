import { StrataError } from '@strata/client/errors';
import { describeSystemError } from '@strata/transcripts/files/system-error';
import { CliError, EXIT } from './cli-error.ts';
import { LOOPBACK } from './config.ts';

/** There is no key for a service. */
export class NoKey extends CliError {
  readonly url: string;

  constructor(url: string) {
    super(`There is no API key for ${originOf(url)}. Sign in with "strata login".`, EXIT.denied);
    this.name = 'NoKey';
    this.url = url;
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
    const message = describeSystemError(error) ?? (error instanceof Error ? error.message : String(error));
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
      hint: isLocal(url)
        ? 'Start it with "npm start" in the folder of Strata, or name another service with --url.'
        : 'Check its address and your network, or name another service with --url.',
    };
  return { ...failure, exitCode: UNAVAILABLE.has(code) ? EXIT.unavailable : EXIT.failed };
}

const isLocal = (url: string): boolean => !URL.canParse(url) || LOOPBACK.test(new URL(url).hostname);

const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : 'the given URL');
