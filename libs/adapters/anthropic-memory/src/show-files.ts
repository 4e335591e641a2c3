import { isWithin } from './memory-path.ts';

const LINE_NUMBER_WIDTH = 6;
const LEVELS = 2;
const KIB = 1024;
const UNITS = ['B', 'K', 'M', 'G'];

/** A file of a listing. */
export interface Sized {
  /** Without `/memories/`. */
  readonly path: string;
  readonly bytes: number;
}

/** Lines with their numbers, the first of which is `from`. */
export const numbered = (lines: readonly string[], from: number): string =>
  lines.map((line, index) => `${String(from + index).padStart(LINE_NUMBER_WIDTH)}\t${line}`).join('\n');

/** What the tool replies about a directory: its files and directories, two levels deep. `shown` is its path as it was asked for. */
export function showDirectory(files: readonly Sized[], directory: string, shown: string): string {
  const inside = files.filter(({ path }) => isWithin(path, directory));
  const below = inside.map(({ path, bytes }) => ({ names: namesBelow(path, directory), bytes }));
  const lines = entries(below, 1).map(({ bytes, path }) => `${size(bytes)}\t${shown}/${path}`);
  const total = inside.reduce((sum, { bytes }) => sum + bytes, 0);
  return [
    `Here're the files and directories up to 2 levels deep in ${shown}, excluding hidden items and node_modules:`,
    `${size(total)}\t${shown}`,
    ...lines,
  ].join('\n');
}

interface Entry {
  readonly names: readonly string[];
  readonly bytes: number;
}

function entries(files: readonly Entry[], level: number): Sized[] {
  const names = new Set(files.flatMap(({ names: [name] }) => name ?? []));
  const visible = [...names].filter((name) => !name.startsWith('.') && name !== 'node_modules').sort();
  return visible.flatMap((name) => {
    const same = files.filter((file) => file.names[0] === name);
    const bytes = same.reduce((sum, file) => sum + file.bytes, 0);
    const inside = same.flatMap((file) => (file.names.length > 1 ? { ...file, names: file.names.slice(1) } : []));
    if (inside.length === 0) return [{ path: name, bytes }];
    const deeper = level < LEVELS ? entries(inside, level + 1) : [];
    return [{ path: `${name}/`, bytes }, ...deeper.map((entry) => ({ ...entry, path: `${name}/${entry.path}` }))];
  });
}

const namesBelow = (path: string, directory: string): string[] =>
  (directory === '' ? path : path.slice(directory.length + 1)).split('/');

function size(bytes: number): string {
  const power = bytes === 0 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log(bytes) / Math.log(KIB)));
  const amount = bytes / KIB ** power;
  return `${Number.isInteger(amount) ? amount : amount.toFixed(1)}${UNITS[power] ?? ''}`;
}
