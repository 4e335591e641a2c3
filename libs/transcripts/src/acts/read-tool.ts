import type { FileChange } from './act.ts';
import { isRecord, textIn, type JsonRecord } from './json.ts';
import { patchedFiles } from './patched-files.ts';

/** What a call of a tool is: a command in a shell, changes of files, or any other call. */
export type ToolUse =
  | { readonly kind: 'command'; readonly command: string; readonly description?: string }
  | { readonly kind: 'edits'; readonly edits: readonly FileChange[] }
  | { readonly kind: 'other' };

/** The names of tools without case, `_` and `-`, as the agents that are read here call them. */
const SHELLS = new Set([
  ...['bash', 'shell', 'shellcommand', 'execcommand', 'localshell', 'localshellcall', 'containerexec'],
  ...['runshellcommand', 'runterminalcmd', 'runterminalcommand'],
]);
const WRITERS = new Set(['write', 'writefile', 'createfile']);
const EDITORS = new Set([
  ...['edit', 'multiedit', 'notebookedit', 'strreplace', 'searchreplace', 'editfile', 'replace', 'strreplaceeditor'],
]);
const PATCHERS = new Set(['applypatch', 'patch']);

const plainName = (tool: string): string => tool.toLowerCase().replace(/[^a-z]/g, '');

/** A command as one line: a text, or the words of a program, of which `bash -lc "…"` gives the inner text. */
function commandLine(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value;
  if (!Array.isArray(value) || value.length === 0 || !value.every((word) => typeof word === 'string')) return undefined;
  const words = value;
  const [program = '', flag = '', inner] = words;
  if (words.length === 3 && /(?:^|\/)(?:bash|sh|zsh|dash)$/.test(program) && /^-l?c$/.test(flag)) return inner;
  return words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(' ');
}

const pathOf = (input: JsonRecord): string | undefined =>
  textIn(input, 'file_path', 'filePath', 'path', 'notebook_path', 'target_file', 'file');

const withoutPath = (input: JsonRecord): JsonRecord =>
  Object.fromEntries(
    Object.entries(input).filter(
      ([name]) => !['file_path', 'filePath', 'path', 'notebook_path', 'target_file', 'file'].includes(name),
    ),
  );

/** One change for each replacement of a list of them, else one with all of the input. */
function editsOf(path: string, input: JsonRecord): FileChange[] {
  const list = Array.isArray(input['edits']) ? (input['edits'] as unknown[]).filter(isRecord) : [];
  if (list.length === 0) return [{ operation: 'edit', path, change: withoutPath(input) }];
  return list.map((change) => ({ operation: 'edit', path, change }));
}

/** Tells what a call of a tool is, by the tool's name and what it is called with. */
export function readTool(tool: string, input: unknown): ToolUse {
  const name = plainName(tool);
  const fields = isRecord(input) ? input : {};
  if (SHELLS.has(name)) {
    const command = isRecord(input)
      ? commandLine(fields['command'] ?? fields['cmd'] ?? fields['script'])
      : commandLine(input);
    if (command === undefined) return { kind: 'other' };
    const description = textIn(fields, 'description', 'justification');
    return { kind: 'command', command, ...(description === undefined ? {} : { description }) };
  }
  if (PATCHERS.has(name)) {
    const patch = typeof input === 'string' ? input : textIn(fields, 'input', 'patch', 'patchText', 'diff');
    const edits = patch === undefined ? [] : patchedFiles(patch);
    return edits.length === 0 ? { kind: 'other' } : { kind: 'edits', edits };
  }
  const path = pathOf(fields);
  if (path === undefined) return { kind: 'other' };
  if (WRITERS.has(name)) return { kind: 'edits', edits: [{ operation: 'write', path, change: withoutPath(fields) }] };
  if (EDITORS.has(name)) return { kind: 'edits', edits: editsOf(path, fields) };
  return { kind: 'other' };
}
