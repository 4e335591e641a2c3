import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Which files of a folder are transcripts. */
export interface FilePattern {
  /** Tried on the path below the folder, with `/` between its parts. */
  readonly matches: (relativePath: string) => boolean;
  /** How many folders below the first one are searched. */
  readonly depth: number;
}

/**
 * The files that a path names: itself, or those in it that match, sorted within each folder. Links to folders are not followed.
 * Errors: the system's, if the path itself cannot be read; folders below it that cannot be read are passed to `onFailure`.
 */
export async function* findFiles(
  path: string,
  pattern: FilePattern,
  onFailure: (path: string, error: unknown) => void,
): AsyncGenerator<string> {
  if (!(await stat(path)).isDirectory()) {
    yield path;
    return;
  }
  yield* findIn(path, '', 0, pattern, onFailure);
}

async function* findIn(
  root: string,
  relative: string,
  depth: number,
  pattern: FilePattern,
  onFailure: (path: string, error: unknown) => void,
): AsyncGenerator<string> {
  const names: { name: string; isFolder: boolean }[] = [];
  try {
    for await (const entry of await opendir(join(root, relative)))
      if (entry.isDirectory() || entry.isFile() || entry.isSymbolicLink())
        names.push({ name: entry.name, isFolder: entry.isDirectory() });
  } catch (error) {
    if (relative === '') throw error;
    onFailure(join(root, relative), error);
    return;
  }
  for (const { name, isFolder } of names.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const below = relative === '' ? name : `${relative}/${name}`;
    if (!isFolder) {
      if (pattern.matches(below)) yield join(root, below);
    } else if (depth < pattern.depth) yield* findIn(root, below, depth + 1, pattern, onFailure);
  }
}
