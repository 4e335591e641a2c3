import type { FileChange } from './act.ts';

const SECTION = /^\*\*\* (Add|Update|Delete) File: (.+)$/;
const OPERATIONS = { Add: 'create', Update: 'update', Delete: 'delete' } as const;

/** The changes of a patch in the form of Codex (`*** Begin Patch`), one for each file. */
export function patchedFiles(patch: string): FileChange[] {
  const files: { operation: FileChange['operation']; path: string; lines: string[] }[] = [];
  for (const line of patch.split('\n')) {
    const [, verb, path] = SECTION.exec(line.trimEnd()) ?? [];
    if (verb !== undefined && path !== undefined)
      files.push({ operation: OPERATIONS[verb as keyof typeof OPERATIONS], path: path.trim(), lines: [] });
    else if (!/^\*\*\* (?:Begin|End) Patch/.test(line)) files.at(-1)?.lines.push(line);
  }
  return files.map(({ operation, path, lines }) => ({ operation, path, change: { patch: lines.join('\n') } }));
}
