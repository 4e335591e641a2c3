import { createLogger, type Logger } from '@strata/platform/log/logger';
import { Writable } from 'node:stream';

/** A log line as it was written. */
export type LogLine = Readonly<Record<string, unknown>>;

export interface TestLogger {
  readonly logger: Logger;
  /** Every line so far, parsed. */
  readonly lines: readonly LogLine[];
  /** Every line so far as one text, to check that it does not contain something. */
  readonly text: () => string;
}

/** A logger whose lines a test can read. */
export function createTestLogger(service = 'test'): TestLogger {
  const written: string[] = [];
  const lines: LogLine[] = [];
  const stream = new Writable({
    decodeStrings: false,
    write(chunk: string, _encoding, done) {
      written.push(chunk);
      lines.push(JSON.parse(chunk) as LogLine);
      done();
    },
  });
  return { logger: createLogger({ service, level: 'debug', stream }), lines, text: () => written.join('') };
}

/** A logger for tests that do not look at the log. */
export const silentLogger: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  child: () => silentLogger,
};
