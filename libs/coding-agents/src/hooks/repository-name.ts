import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

const MAX_DEPTH = 64;
const MAX_NAME = 90;

/** The name of the repository that a folder is in: of its remote `origin`, else of its folder. Without Git, the folder's own name. */
export function repositoryName(folder: string): string {
  const name = nameIn(folder, 0) ?? basename(folder);
  return name.slice(0, MAX_NAME) || 'unnamed';
}

function nameIn(folder: string, depth: number): string | undefined {
  const git = join(folder, '.git');
  const stats = statSync(git, { throwIfNoEntry: false });
  if (stats !== undefined) {
    const repository = stats.isDirectory() ? git : linked(folder, git);
    return originIn(repository) ?? basename(dirname(repository));
  }
  const parent = dirname(folder);
  return parent === folder || depth > MAX_DEPTH ? undefined : nameIn(parent, depth + 1);
}

/** A worktree names its folder under the repository's `.git/worktrees`. */
function linked(folder: string, file: string): string {
  const path = /^gitdir: (.+)$/m.exec(readText(file))?.[1]?.trim() ?? '';
  const git = resolve(folder, path);
  const common = readText(join(git, 'commondir')).trim();
  return common === '' ? git : resolve(git, common);
}

function originIn(git: string): string | undefined {
  const section = /^\[remote "origin"\]\n((?:[ \t].*\n?)*)/m.exec(readText(join(git, 'config')))?.[1] ?? '';
  const url = /^\s*url = (.+)$/m.exec(section)?.[1]?.trim();
  return url
    ?.replace(/\/+$/, '')
    .replace(/\.git$/, '')
    .split(/[/:\\]/)
    .at(-1);
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
