import { baseName, type SeenCommand } from './see-through.ts';

/** What a step changed in a file. */
export interface FileEdit {
  path: string;
  /** The changed lines, or the start of the new text: at most 400 characters. */
  lines: string;
}

/** At most this many edits of a step are read. */
export const MAX_EDITS = 3;
const PATH_LIMIT = 160;
const LINES_LIMIT = 400;
const PATCHED_FILE = /^(?:\*\*\* (?:Update|Add) File: |\+\+\+ (?:b\/)?)(.{1,200})$/gm;

/** An edit within its bounds; lines that do not fit are left out. */
export function boundedEdit(path: string, text: string): FileEdit {
  let lines = '';
  for (const line of text.slice(0, 20_000).split('\n')) {
    if (line.trim() === '') continue;
    if (lines.length + line.length >= LINES_LIMIT) break;
    lines += `${lines === '' ? '' : '\n'}${line.trimEnd()}`;
  }
  return { path: path.slice(0, PATH_LIMIT), lines: lines === '' ? text.trim().slice(0, LINES_LIMIT) : lines };
}

/** The first edits of a patch: its changed lines, of each file. */
export function patchEdits(text: string): FileEdit[] {
  const patch = text.slice(0, 100_000);
  const heads = [...patch.matchAll(PATCHED_FILE)];
  return heads.slice(0, MAX_EDITS).map((head, at) => {
    const changed = patch
      .slice(head.index + head[0].length, heads[at + 1]?.index)
      .split('\n')
      .filter((line) => /^[+-](?![+-])/.test(line));
    return boundedEdit((head[1] ?? '').trim(), changed.join('\n'));
  });
}

const operands = (words: readonly string[]): string[] => words.slice(1).filter((word) => !word.startsWith('-'));

/** The files that a program changes in place, with the expression that changes them. */
function inPlace(words: readonly string[]): FileEdit[] {
  const program = baseName(words[0] ?? '');
  const edits =
    (program === 'sed' && words.some((word) => /^(?:-[a-zA-Z]*i|--in-place)/.test(word))) ||
    (program === 'perl' && words.some((word) => /^-[a-zA-Z0]*i/.test(word)));
  if (!edits) return [];
  const given = words.findIndex((word) => /^-[a-zA-Z]*e$/.test(word));
  const script = given > 0 ? words[given + 1] : operands(words)[0];
  return operands(words)
    .filter((word) => word !== script && word !== '')
    .slice(0, MAX_EDITS)
    .map((path) => boundedEdit(path, script ?? ''));
}

/** The first changes that a command makes in files: redirections, `tee`, heredocs, patches and `sed -i`. */
export function fileEdits({ words, writes, input }: SeenCommand): FileEdit[] {
  const program = baseName(words[0] ?? '');
  const said = program === 'echo' || program === 'printf' ? operands(words).join(' ') : '';
  if (program === 'tee')
    return operands(words)
      .slice(0, MAX_EDITS)
      .map((path) => boundedEdit(path, input));
  if (program === 'apply_patch' || program === 'patch' || (program === 'git' && words[1] === 'apply'))
    return patchEdits(input === '' ? (words[1] ?? '') : input);
  return [
    ...writes.slice(0, MAX_EDITS).map((path) => boundedEdit(path, input === '' ? said : input)),
    ...inPlace(words),
  ];
}

const EDITORS = new Set(['cat', 'echo', 'printf', 'tee', 'sed', 'perl', 'apply_patch', 'patch']);

/** Whether editing files is all that a program does. */
export const onlyEdits = (command: SeenCommand): boolean =>
  EDITORS.has(baseName(command.words[0] ?? '')) && fileEdits(command).length > 0;
