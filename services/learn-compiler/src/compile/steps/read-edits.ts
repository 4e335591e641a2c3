import { isRecord, type JsonRecord } from '../text/json.ts';
import { boundedEdit, patchEdits, type FileEdit } from '../commands/file-edits.ts';
import { isText, readField } from './payload-fields.ts';

const DIFF = /^(?:@@ |--- |\+\+\+ |\*\*\* )/m;

const marked = (text: string, mark: string): string[] => text.split('\n').map((line) => `${mark} ${line}`);

/** The lines that two texts do not share, the old ones with `-`, the new ones with `+`. */
function changedLines(before: string, after: string): string {
  const old = new Set(before.split('\n'));
  const fresh = new Set(after.split('\n'));
  return [
    ...marked([...old].filter((line) => !fresh.has(line) && line.trim() !== '').join('\n'), '-'),
    ...marked([...fresh].filter((line) => !old.has(line) && line.trim() !== '').join('\n'), '+'),
  ]
    .filter((line) => line.length > 2)
    .join('\n');
}

const TEXT_LIMIT = 20_000;

function text(record: JsonRecord, ...names: string[]): string | undefined {
  for (const name of names) {
    const value = Object.hasOwn(record, name) ? record[name] : undefined;
    if (typeof value === 'string') return value.slice(0, TEXT_LIMIT);
  }
  return undefined;
}

/**
 * What an editing tool, or a captured edit, changes: from the old and new text, a patch, or the new text.
 * @param words whether a summary or description may stand for the text
 */
export function readEdits(given: unknown, words = false): FileEdit[] {
  if (typeof given === 'string') return DIFF.test(given.slice(0, TEXT_LIMIT)) ? patchEdits(given) : [];
  if (!isRecord(given)) return [];
  const patch = text(given, 'diff', 'patch', 'input');
  const path = readField(given, 'path', isText);
  if (path === undefined) return patch === undefined ? [] : patchEdits(patch);
  const after = text(given, 'new_string', 'newString', 'new_str', 'newStr', 'replace', 'replacement');
  const before = text(given, 'old_string', 'oldString', 'old_str', 'oldStr', 'search');
  if (after !== undefined || before !== undefined) return [boundedEdit(path, changedLines(before ?? '', after ?? ''))];
  const lines = patch?.split('\n').filter((line) => /^[+-](?![+-]{2})/.test(line)) ?? [];
  if (lines.length > 0) return [boundedEdit(path, lines.join('\n'))];
  const fresh =
    text(given, 'content', 'contents', 'file_text', 'new_content', 'newContent', 'code_edit') ??
    (words ? text(given, 'summary', 'description') : undefined);
  return fresh === undefined && patch === undefined ? [] : [boundedEdit(path, fresh ?? patch ?? '')];
}
