import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { makeEvent, type EventDefaults, type MadeEvent } from '../events/make-event.ts';
import { makeGivenEvent } from '../events/make-given-event.ts';
import { findFiles } from '../files/find-files.ts';
import { describeSystemError, messageOf } from '../files/system-error.ts';
import type { Found } from '../acts/act.ts';
import type { GivenEvent, Source } from '../formats/source.ts';
import { EventSender, type SendEvents } from './event-sender.ts';
import { NoTranscript } from './file-records.ts';
import { ImportState } from './import-state.ts';
import { readLineFile } from './read-line-file.ts';
import { readSessionFile } from './read-session-file.ts';
import { Tally, type ImportReport } from './report.ts';
import { SOURCES, type Environment, type KnownSource, type SourceName } from './sources.ts';

export interface ImportOptions extends EventDefaults {
  /** A file, or a folder to search. Default: where the tool keeps its transcripts. */
  readonly path?: string;
  /** The folder of the state files: what was imported before is not read again. */
  readonly stateDir: string;
  /** Names the service and the account that receive the events: each has a state of its own. */
  readonly target: string;
  readonly send: SendEvents;
  /** Only say what would be sent: nothing is sent, and no state is written. */
  readonly dryRun?: boolean;
  /** Called after each file and batch. */
  readonly onProgress?: (report: ImportReport) => void;
  readonly signal?: AbortSignal;
  /** The environment variables that say where a tool keeps its transcripts. */
  readonly env?: Environment;
}

/** Sending failed, or the import was aborted. What the service has confirmed is not sent again the next time. */
export class ImportInterrupted extends Error {
  /** What was done until then. */
  readonly report: ImportReport;

  constructor(report: ImportReport, cause: unknown) {
    super(`The import stopped after ${String(report.sent)} events: ${messageOf(cause)}`, { cause });
    this.name = 'ImportInterrupted';
    this.report = report;
  }
}

/** There is nothing to read: the path does not exist, or a source without a usual place was given none. */
export class NothingToImport extends Error {
  override readonly name = 'NothingToImport';
}

/** An error of sending, told apart from those of one file. */
class SendingFailed extends Error {}

/**
 * Reads the transcripts of a source, and sends what is new in them as events. Safe to repeat: a file is read on where it grew,
 * and every event has an idempotency key of its session and record. One file that cannot be read does not stop the others.
 * Errors: `NothingToImport`; `ImportInterrupted` if sending fails or the signal aborts.
 */
export async function importTranscripts(name: SourceName, options: ImportOptions): Promise<ImportReport> {
  const { stateDir, target, dryRun = false, onProgress, signal, env = {} } = options;
  const { source, defaultPath }: KnownSource = SOURCES[name];
  const path = options.path ?? defaultPath(env);
  if (path === undefined) throw new NothingToImport(`Say which file or folder to read: ${name} has no usual place`);
  const tally = new Tally(name, dryRun);
  const state = await ImportState.open(stateDir, name, target);
  const send: SendEvents = async (events) => {
    signal?.throwIfAborted();
    try {
      return await options.send(events);
    } catch (error) {
      throw new SendingFailed('sending failed', { cause: error });
    } finally {
      onProgress?.(tally.report());
    }
  };
  const sender = new EventSender(dryRun ? undefined : send, tally, state);
  const remembers = source.kind === 'sessions' || source.repeats === true;
  const take = async (item: Found | GivenEvent): Promise<void> => {
    const made: MadeEvent | undefined =
      'event' in item ? makeGivenEvent(name, item, options) : makeEvent(name, item, options);
    if (made === undefined) {
      tally.leftOut('without text');
      return;
    }
    const { sessionId, idempotencyKey = '' } = made.event;
    if (remembers && state.isSent(sessionId, idempotencyKey)) return;
    await sender.add(made);
    if (remembers) state.eventSent(sessionId, idempotencyKey);
  };
  const isNamed = options.path !== undefined && (await stat(path).catch(() => undefined))?.isDirectory() === false;
  const parts = { state, sender, tally, take, signal, name, isNamed };
  try {
    for await (const file of foundFiles({ name, path, isUsual: options.path === undefined }, source, tally)) {
      signal?.throwIfAborted();
      try {
        if (!(await stat(file)).isFile()) throw new NoTranscript('It is no regular file');
        if (source.kind === 'lines') await readLineFile(source, file, parts);
        else await readSessionFile(source, file, parts);
      } catch (error) {
        if (error instanceof SendingFailed || signal?.aborted === true) throw error;
        tally.failed(file, error);
      }
      if (sender.isFull) await sender.flush();
      onProgress?.(tally.report());
    }
    await sender.flush();
    if (options.path !== undefined && tally.isEmpty)
      throw new NothingToImport(`There is no transcript of ${name} in ${path}: name another folder, or a file`);
  } catch (error) {
    if (error instanceof NothingToImport) throw error;
    throw new ImportInterrupted(tally.report(), error instanceof SendingFailed ? error.cause : error);
  } finally {
    await state.save();
  }
  return tally.report();
}

async function* foundFiles(
  { name, path, isUsual }: { readonly name: SourceName; readonly path: string; readonly isUsual: boolean },
  source: Source,
  tally: Tally,
): AsyncGenerator<string> {
  try {
    yield* findFiles(resolve(path), source.pattern, (folder, error) => tally.failed(folder, error));
  } catch (error) {
    const reason = describeSystemError(error, path);
    if (reason === undefined) throw error;
    const hint = isUsual ? `. ${name} keeps its transcripts elsewhere, or has none here` : '';
    throw new NothingToImport(`${reason}${hint}`, { cause: error });
  }
}
