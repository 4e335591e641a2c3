import type { Writable } from 'node:stream';
import { activeFields } from '../tracing/trace-context.ts';
import { LineWriter } from './line-writer.ts';
import { redact } from './redact.ts';

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
export const LOG_FORMATS = ['json', 'text'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

/** The fields of a log line; values may be nested, and errors are written out without their secrets. */
export type LogFields = Readonly<Record<string, unknown>>;

/** Writes JSON lines `{time, level, service, message, ...fields}`, with `traceId` and `spanId` inside a span; secrets and payloads are redacted by key at any depth. */
export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** A logger that adds these fields, such as `requestId` or `tenantId`, to every line. */
  child(fields: LogFields): Logger;
}

export interface LoggerOptions {
  readonly service: string;
  /** Lines below this level are dropped (default `info`). */
  readonly level?: LogLevel;
  /** `json`: one object per line; `text`: for a person at a terminal (default `json`). */
  readonly format?: LogFormat;
  /** Gets each line at once (default: standard output, where lines wait up to 20 ms for others, unless they are urgent). */
  readonly stream?: Writable;
}

export function createLogger({ service, level = 'info', format = 'json', stream }: LoggerOptions): Logger {
  const writer: Sink['writer'] =
    stream === undefined ? new LineWriter(process.stdout) : { write: (line) => void stream.write(`${line}\n`) };
  return bind({ writer, level, render: format === 'json' ? JSON.stringify : textLine }, { service });
}

type RenderLine = (line: Record<string, unknown>) => string;

interface Sink {
  readonly writer: Pick<LineWriter, 'write'>;
  readonly level: LogLevel;
  readonly render: RenderLine;
}

function bind(sink: Sink, bound: LogFields): Logger {
  const lowest = LOG_LEVELS.indexOf(sink.level);
  const write = (level: LogLevel, message: string, fields: LogFields | undefined): void => {
    if (LOG_LEVELS.indexOf(level) < lowest) return;
    const line = { time: new Date().toISOString(), level, ...bound, message, ...activeFields(), ...fields };
    // The process may not live to the end of the turn in which it warns.
    const isUrgent = level === 'warn' || level === 'error';
    sink.writer.write(sink.render(redact(line) as Record<string, unknown>), { isUrgent });
  };
  return {
    debug: (message, fields) => {
      write('debug', message, fields);
    },
    info: (message, fields) => {
      write('info', message, fields);
    },
    warn: (message, fields) => {
      write('warn', message, fields);
    },
    error: (message, fields) => {
      write('error', message, fields);
    },
    child: (fields) => bind(sink, { ...bound, ...fields }),
  };
}

/** Such as `14:08:54 warn  gateway: Redis is away (host=127.0.0.1)`. */
function textLine({ time, level, service, message, ...fields }: Record<string, unknown>): string {
  const details = Object.entries(fields).map(([name, value]) => `${name}=${inline(value)}`);
  const suffix = details.length === 0 ? '' : ` (${details.join(', ')})`;
  return `${String(time).slice(11, 19)} ${String(level).padEnd(5)} ${String(service)}: ${String(message)}${suffix}`;
}

const inline = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
