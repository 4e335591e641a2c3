import { EventChain, type ChainApi, type ChainScope } from '@strata/adapter-base/event-chain';

/** Whose files they are. Files of one end user, agent or namespace are unknown to another. */
export interface Scope extends ChainScope {
  /** Separates the files of one purpose from those of another. Default: `default`. */
  readonly directory?: string | undefined;
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

/**
 * Files as events: each file is a session with its texts, and one more session lists the files. See docs/adr/0078.
 * All errors are those of the SDK.
 */
export class StoredFiles {
  readonly #chain: EventChain;

  /** All requests end within `timeoutMs` from now. */
  constructor({ api }: { readonly api: ChainApi }, { directory = 'default', ...scope }: Scope, timeoutMs: number) {
    this.#chain = new EventChain(api, 'memory-files', directory, scope, { timeoutMs, maxRetries: 1 });
  }

  /** The files as they are now. */
  async list(): Promise<Listing> {
    const newest = await this.#chain.newest();
    return { eventId: newest?.id, files: readFiles(newest?.metadata['memoryFiles']) };
  }

  /** The text of a file; undefined if it was erased. */
  async read({ eventId }: StoredFile): Promise<string | undefined> {
    const event = await this.#chain.find(eventId);
    return typeof event?.payload['content'] === 'string' ? event.payload['content'] : undefined;
  }

  /** Stores a text of a new file, or the next text of one. It counts from the `replace` that lists it. */
  async write(path: string, content: string, sessionId?: string): Promise<StoredFile> {
    const session = sessionId ?? `${await this.#chain.name}/${crypto.randomUUID().slice(0, 8)}`;
    const payload = { role: 'assistant', content, path: `/memories/${path}` };
    const eventId = await this.#chain.store({
      ...{ type: 'message', sessionId: session, payload, metadata: { sessionEnd: true } },
      idempotencyKey: crypto.randomUUID(),
    });
    return { path, bytes: new TextEncoder().encode(content).length, eventId, sessionId: session };
  }

  /** Lists other files instead of those of `before`. Returns false, and changes nothing, if somebody else did so first. */
  async replace(before: Listing, files: readonly StoredFile[], attempt: number): Promise<boolean> {
    if (files.length > MAX_FILES) throw new Error(`The memory directory is full: it takes ${MAX_FILES} files`);
    return this.#chain.append(before.eventId, { memoryFiles: files.map((file) => ({ ...file })) }, attempt);
  }

  /** Erases a file: all its texts, and what was learned from them. */
  erase({ sessionId }: StoredFile): Promise<void> {
    return this.#chain.erase(sessionId);
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
