import type { Strata } from '@strata/client/strata';
import { StrataError } from '@strata/client/errors';

/** Whose files they are. Files of one end user, agent or namespace are unknown to another. */
export interface Scope {
  /** Separates the files of one purpose from those of another. Default: `default`. */
  readonly directory?: string | undefined;
  readonly userId?: string | undefined;
  readonly agentId?: string | undefined;
  readonly namespaceId?: string | undefined;
}

/** A file in Strata. */
export interface StoredFile {
  /** Without `/memories/`. */
  readonly path: string;
  readonly bytes: number;
  /** The event with its present text. */
  readonly eventId: string;
  /** The session of all its texts. */
  readonly sessionId: string;
}

/** The files at one time, as the newest event of the directory lists them. */
export interface Listing {
  /** Undefined for a directory without a change so far. */
  readonly eventId: string | undefined;
  readonly files: readonly StoredFile[];
}

const MAX_FILES = 200;
const VISIBLE_WITHIN_MS = 5000;
const VISIBLE_POLL_MS = 20;
const CONFLICT_PAUSE_MS = 50;

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Files as events: each file is a session with its texts, and one more session lists the files. See docs/adr/0078.
 * All errors are those of the SDK.
 */
export class StoredFiles {
  readonly #api: Strata['api'];
  readonly #scope: Readonly<Record<string, string>>;
  readonly #name: Promise<string>;
  readonly #call: { readonly signal: AbortSignal; readonly timeoutMs: number; readonly maxRetries: number };

  /** All requests end within `timeoutMs` from now. */
  constructor({ api }: Pick<Strata, 'api'>, { directory = 'default', ...scope }: Scope, timeoutMs: number) {
    this.#api = api;
    this.#call = { signal: AbortSignal.timeout(timeoutMs), timeoutMs: timeoutMs / 2, maxRetries: 1 };
    this.#scope = Object.fromEntries(Object.entries(scope).flatMap(([key, value]) => (value ? [[key, value]] : [])));
    const { userId, agentId, namespaceId } = scope;
    this.#name = sha256(JSON.stringify([directory, userId, agentId, namespaceId])).then((hex) => `memory-files-${hex}`);
  }

  /** The files as they are now. */
  async list(): Promise<Listing> {
    const sessionId = await this.#name;
    const { items } = await this.#api.listEvents({ ...this.#scope, sessionId, limit: 1 }, this.#call);
    const [newest] = items;
    return { eventId: newest?.id, files: readFiles(newest?.metadata['memoryFiles']) };
  }

  /** The text of a file; undefined if it was erased. */
  async read({ eventId }: StoredFile): Promise<string | undefined> {
    const event = await this.#find(eventId);
    return typeof event?.payload['content'] === 'string' ? event.payload['content'] : undefined;
  }

  /** Stores a text of a new file, or the next text of one. It counts from the `replace` that lists it. */
  async write(path: string, content: string, sessionId?: string): Promise<StoredFile> {
    const session = sessionId ?? `${await this.#name}/${crypto.randomUUID().slice(0, 8)}`;
    const payload = { role: 'assistant', content, path: `/memories/${path}` };
    const eventId = await this.#capture(session, payload, { sessionEnd: true });
    return { path, bytes: new TextEncoder().encode(content).length, eventId, sessionId: session };
  }

  /**
   * Lists other files instead of those of `before`. Returns false, and changes nothing, if somebody else did so first: only one event
   * can have the key that says what it follows. `attempt` counts from 1.
   */
  async replace(before: Listing, files: readonly StoredFile[], attempt: number): Promise<boolean> {
    if (files.length > MAX_FILES) throw new Error(`The memory directory is full: it takes ${MAX_FILES} files`);
    const name = await this.#name;
    // Keys outlive an erasure, so the first list of a directory that was erased needs another one.
    const start = `nothing-${new Date().toISOString().slice(0, 10)}-${attempt}`;
    const key = `${name}/after-${before.eventId ?? start}`;
    const memoryFiles = files.map((file) => ({ ...file }));
    // Two writers never store the same listing, so that one of them gets a conflict.
    const change = crypto.randomUUID().slice(0, 8);
    try {
      await this.#capture(name, { role: 'system', content: '' }, { memoryFiles, change }, key);
      return true;
    } catch (error) {
      if (!(error instanceof StrataError) || error.code !== 'conflict') throw error;
      // In a cluster, what came first can be found a moment later.
      await wait(CONFLICT_PAUSE_MS * attempt);
      return false;
    }
  }

  /** Erases a file: all its texts, and what was learned from them. */
  async erase({ sessionId }: StoredFile): Promise<void> {
    await this.#api.startErasure({ sessionId }, this.#call);
  }

  async #capture(
    sessionId: string,
    payload: Record<string, string>,
    metadata: Record<string, string | boolean | Record<string, string | number>[]>,
    idempotencyKey: string = crypto.randomUUID(),
  ): Promise<string> {
    const event = { type: 'message' as const, sessionId, payload, metadata: { ...this.#scope, ...metadata } };
    const { eventId } = await this.#api.captureEvent({ ...event, idempotencyKey }, this.#call);
    await this.#untilVisible(eventId);
    return eventId;
  }

  /** In a cluster, an event that is safe can be found a moment later. The next command of the model has to find it. */
  async #untilVisible(eventId: string): Promise<void> {
    const end = Date.now() + VISIBLE_WITHIN_MS;
    while ((await this.#find(eventId)) === undefined) {
      if (Date.now() > end) throw new StrataError('timed_out', 'The change is stored, but cannot be read yet');
      await wait(VISIBLE_POLL_MS);
    }
  }

  #find(id: string) {
    return this.#api.getEvent({ id }, this.#call).catch((error: unknown) => {
      if (error instanceof StrataError && error.code === 'not_found') return undefined;
      throw error;
    });
  }
}

/** Any client with the right to write could have captured something else there. */
function readFiles(value: unknown): StoredFile[] {
  return Array.isArray(value) ? value.filter(isStoredFile) : [];
}

function isStoredFile(value: unknown): value is StoredFile {
  const { path, bytes, eventId, sessionId } = Object(value) as Record<string, unknown>;
  return [path, eventId, sessionId].every((one) => typeof one === 'string') && typeof bytes === 'number';
}

/** The first 16 hex digits. */
async function sha256(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(digest.slice(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
