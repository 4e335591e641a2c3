import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const progressSchema = z.object({
  size: z.number(),
  changedAt: z.number(),
  offset: z.number().int().nonnegative(),
  line: z.number().int().positive(),
  read: z.string(),
  /** What the reader of the file needs to read on. */
  reader: z.unknown(),
});
const stateSchema = z.object({
  version: z.literal(1),
  files: z.record(z.string(), progressSchema),
  /** Of sources that keep whole sessions: what a session looked like when it was read, and hashes of the keys that were sent. */
  sessions: z.record(z.string(), z.object({ mark: z.string(), sent: z.string() })),
});
type SavedFile = z.infer<typeof progressSchema>;

const SAVE_MS = 2_000;
const HASH_LENGTH = 8;
const hashOf = (key: string): string => createHash('sha256').update(key).digest('base64url').slice(0, HASH_LENGTH);

interface SavedSession {
  mark: string;
  readonly sent: Set<string>;
}

const NO_SESSION: SavedSession = { mark: '', sent: new Set() };

/**
 * What was sent from one source to one service. Changes wait until `commit`, which is called when the service has stored what
 * they are about; so a crash repeats events, which their idempotency keys make harmless, and loses none.
 */
export class ImportState {
  readonly #path: string;
  readonly #files: Map<string, SavedFile>;
  readonly #sessions: Map<string, SavedSession>;
  #isChanged = false;
  #savedAt = Date.now();
  #pending: (() => void)[] = [];
  /** Keys that wait for `commit`. */
  #underway = new Set<string>();

  private constructor(path: string, files: Map<string, SavedFile>, sessions: Map<string, SavedSession>) {
    this.#path = path;
    this.#files = files;
    this.#sessions = sessions;
  }

  /** Opens the state in a folder. `target` names the service and the account. A file that cannot be understood counts as none. */
  static async open(folder: string, source: string, target: string): Promise<ImportState> {
    const path = join(folder, `${source}-${hashOf(target)}.json`);
    const parsed = stateSchema.safeParse(await readJson(path));
    if (!parsed.success) return new ImportState(path, new Map(), new Map());
    const { files, sessions } = parsed.data;
    return new ImportState(
      path,
      new Map(Object.entries(files)),
      new Map(Object.entries(sessions).map(([id, { mark, sent }]) => [id, { mark, sent: new Set(hashesIn(sent)) }])),
    );
  }

  file(path: string): SavedFile | undefined {
    return this.#files.get(path);
  }

  fileRead(path: string, progress: SavedFile): void {
    this.#pending.push(() => this.#files.set(path, progress));
  }

  markOf(sessionId: string): string | undefined {
    return this.#sessions.get(sessionId)?.mark;
  }

  sessionRead(sessionId: string, mark: string): void {
    this.#pending.push(() => {
      this.#session(sessionId).mark = mark;
    });
  }

  /** Whether an event was sent before, or is to be sent. */
  isSent(sessionId: string, key: string): boolean {
    const hash = hashOf(key);
    return (this.#sessions.get(sessionId) ?? NO_SESSION).sent.has(hash) || this.#underway.has(`${sessionId} ${hash}`);
  }

  eventSent(sessionId: string, key: string): void {
    const hash = hashOf(key);
    this.#underway.add(`${sessionId} ${hash}`);
    this.#pending.push(() => this.#session(sessionId).sent.add(hash));
  }

  /** Makes the waiting changes, and now and then writes them to the disk: a large state would take longer than the events. */
  async commit(): Promise<void> {
    for (const change of this.#pending) change();
    this.#isChanged ||= this.#pending.length > 0;
    this.#pending = [];
    this.#underway = new Set();
    if (Date.now() - this.#savedAt >= SAVE_MS) await this.save();
  }

  /** Writes the changes that were made to the disk. Only the user can read the file. */
  async save(): Promise<void> {
    if (!this.#isChanged) return;
    this.#isChanged = false;
    const sessions = [...this.#sessions].map(([id, { mark, sent }]) => [id, { mark, sent: [...sent].join('') }]);
    const text = JSON.stringify({
      version: 1,
      files: Object.fromEntries(this.#files),
      sessions: Object.fromEntries(sessions) as unknown,
    });
    await mkdir(join(this.#path, '..'), { recursive: true, mode: 0o700 });
    const draft = `${this.#path}.${String(process.pid)}`;
    // A link of this name, planted by somebody, is not followed.
    await rm(draft, { force: true });
    await writeFile(draft, text, { mode: 0o600, flag: 'wx' });
    await rename(draft, this.#path);
    this.#savedAt = Date.now();
  }

  #session(id: string): SavedSession {
    const known = this.#sessions.get(id);
    if (known !== undefined) return known;
    const session = { mark: '', sent: new Set<string>() };
    this.#sessions.set(id, session);
    return session;
  }
}

const hashesIn = (text: string): string[] => text.match(new RegExp(`.{${String(HASH_LENGTH)}}`, 'g')) ?? [];

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as unknown;
  } catch {
    return undefined;
  }
}
