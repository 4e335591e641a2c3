import type { MemoryToolHandlers } from '@anthropic-ai/sdk/helpers/beta/memory';
import type { Strata } from '@strata/client/strata';
import { isWithin, readPath } from './memory-path.ts';
import { numbered, showDirectory } from './show-files.ts';
import { StoredFiles, type Listing, type Scope, type StoredFile } from './stored-files.ts';

/** What `betaMemoryTool` calls, and the files behind it. */
export interface MemoryFilesOptions extends Scope {
  /** With an API key that may read, write and, to delete files, erase (`admin`). */
  readonly strata: Pick<Strata, 'api'>;
  /** How long a command may take, in milliseconds. Default: 10,000. */
  readonly timeoutMs?: number | undefined;
}

type Command<Name extends keyof MemoryToolHandlers> = Parameters<MemoryToolHandlers[Name]>[0];

/** Below the 256 KiB of an event, whatever JSON makes of the text: quotes and line ends take two bytes there. */
const MAX_JSON_BYTES = 240 * 1024;
const MAX_ATTEMPTS = 5;

/**
 * Anthropic's memory tool (`memory_20250818`) with its files in Strata: `betaMemoryTool(new MemoryFiles({ strata, userId }))`. Each
 * method answers as the vendor's tool on a file system does. Whatever goes wrong is an error whose message is for the model.
 */
export class MemoryFiles implements MemoryToolHandlers {
  /** The files, for one command. */
  readonly #open: () => StoredFiles;

  constructor({ strata, timeoutMs = 10_000, ...scope }: MemoryFilesOptions) {
    this.#open = () => new StoredFiles(strata, scope, timeoutMs);
  }

  async view({ path: shown, view_range: range }: Command<'view'>): Promise<string> {
    const path = readPath(shown);
    const stored = this.#open();
    const { files } = await stored.list();
    const file = files.find((one) => one.path === path);
    if (file === undefined) {
      if (path !== '' && !files.some((one) => isWithin(one.path, path))) throw missing(shown);
      return showDirectory(files, path, shown);
    }
    const lines = (await textOf(stored, file)).split('\n');
    const [first = 1, last = -1] = range?.length === 2 ? range : [];
    const from = Math.max(1, first);
    const part = lines.slice(from - 1, last === -1 ? undefined : Math.max(0, last));
    return `Here's the content of ${shown} with line numbers:\n${numbered(part, from)}`;
  }

  async create({ path: shown, file_text: text }: Command<'create'>): Promise<string> {
    const path = readPath(shown);
    let created: StoredFile | undefined;
    try {
      await this.#change(async ({ files }, stored) => {
        if (path === '' || isTaken(files, path)) throw new Error(`File ${shown} already exists`);
        requireDirectory(files, path);
        created ??= await write(stored, path, text);
        return [...files, created];
      });
    } catch (error) {
      // Somebody else was faster: nothing lists this text, so nothing would ever erase it.
      if (created !== undefined)
        await this.#open()
          .erase(created)
          .catch(() => undefined);
      throw error;
    }
    return `File created successfully at: ${shown}`;
  }

  async str_replace({ path: shown, old_str: before, new_str: after }: Command<'str_replace'>): Promise<string> {
    let snippet = '';
    await this.#edit(shown, (text) => {
      const places = before === '' ? [] : positionsOf(text, before);
      const [place] = places;
      if (place === undefined)
        throw new Error(`No replacement was performed, old_str \`${before}\` did not appear verbatim in ${shown}.`);
      if (places.length > 1) {
        const lines = places.map((one) => lineAt(text, one)).join(', ');
        throw new Error(
          `No replacement was performed. Multiple occurrences of old_str \`${before}\` in lines: ${lines}. Please ensure it is unique`,
        );
      }
      const edited = text.slice(0, place) + after + text.slice(place + before.length);
      const from = Math.max(1, lineAt(text, place) - 2);
      snippet = numbered(edited.split('\n').slice(from - 1, lineAt(text, place) + 2), from);
      return edited;
    });
    return `The memory file has been edited. Here is the snippet showing the change (with line numbers):\n${snippet}`;
  }

  async insert({ path: shown, insert_line: at, insert_text: added }: Command<'insert'>): Promise<string> {
    await this.#edit(shown, (text) => {
      const lines = text.split('\n');
      if (!Number.isInteger(at) || at < 0 || at > lines.length)
        throw new Error(
          `Invalid \`insert_line\` parameter: ${at}. It should be within the range of lines of the file: [0, ${lines.length}]`,
        );
      return [...lines.slice(0, at), added.replace(/\n$/u, ''), ...lines.slice(at)].join('\n');
    });
    return `The file ${shown} has been edited.`;
  }

  async delete({ path: shown }: Command<'delete'>): Promise<string> {
    const path = readPath(shown);
    if (path === '') throw new Error('Cannot delete the /memories directory itself');
    await this.#change(async ({ files }, stored) => {
      const doomed = files.filter((file) => isWithin(file.path, path));
      if (doomed.length === 0) throw new Error(`The path ${shown} does not exist`);
      // Erased while they are listed: what could not be erased can be deleted again.
      for (const file of doomed) await stored.erase(file);
      return files.filter((file) => !doomed.includes(file));
    });
    return `Successfully deleted ${shown}`;
  }

  async rename({ old_path: oldShown, new_path: newShown }: Command<'rename'>): Promise<string> {
    const [from, to] = [readPath(oldShown), readPath(newShown)];
    await this.#change(async ({ files }) => {
      if (to === '' || isTaken(files, to)) throw new Error(`The destination ${newShown} already exists`);
      if (from === '' || isWithin(to, from)) throw new Error(`Cannot rename ${oldShown} to ${newShown}`);
      if (!isTaken(files, from)) throw new Error(`The path ${oldShown} does not exist`);
      requireDirectory(files, to);
      return files.map((file) =>
        isWithin(file.path, from) ? { ...file, path: to + file.path.slice(from.length) } : file,
      );
    });
    return `Successfully renamed ${oldShown} to ${newShown}`;
  }

  async #edit(shown: string, edit: (text: string) => string): Promise<void> {
    const path = readPath(shown);
    await this.#change(async ({ files }, stored) => {
      const file = files.find((one) => one.path === path);
      if (file === undefined) throw path === '' || isTaken(files, path) ? noFile(shown) : missing(shown);
      const edited = await write(stored, path, edit(await textOf(stored, file)), file.sessionId);
      return files.map((one) => (one === file ? edited : one));
    });
  }

  /** Makes a change again on the newest files if another one came first. */
  async #change(change: (listing: Listing, stored: StoredFiles) => Promise<StoredFile[]>): Promise<void> {
    const stored = this.#open();
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const listing = await stored.list();
      if (await stored.replace(listing, await change(listing, stored), attempt)) return;
    }
    throw new Error('Others change the memory directory at the same time. Try again.');
  }
}

async function write(stored: StoredFiles, path: string, text: string, sessionId?: string): Promise<StoredFile> {
  if (new TextEncoder().encode(JSON.stringify(text)).length > MAX_JSON_BYTES)
    throw new Error('The file is too large: at most about 240 KB. Split it into several files.');
  return stored.write(path, text, sessionId);
}

async function textOf(stored: StoredFiles, file: StoredFile): Promise<string> {
  const text = await stored.read(file);
  if (text === undefined)
    throw new Error(
      `The file /memories/${file.path} no longer exists (may have been deleted or renamed concurrently).`,
    );
  return text;
}

const isTaken = (files: readonly StoredFile[], path: string): boolean =>
  files.some((file) => isWithin(file.path, path));

function requireDirectory(files: readonly StoredFile[], path: string): void {
  const parent = files.find((file) => isWithin(path, file.path));
  if (parent !== undefined) throw new Error(`The path /memories/${parent.path} is not a directory.`);
}

const missing = (shown: string): Error => new Error(`The path ${shown} does not exist. Please provide a valid path.`);
const noFile = (shown: string): Error => new Error(`The path ${shown} is not a file.`);

function positionsOf(text: string, part: string): number[] {
  const positions: number[] = [];
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) positions.push(at);
  return positions;
}

/** The number of the line with a position; the first is 1. */
const lineAt = (text: string, position: number): number => text.slice(0, position).split('\n').length;
