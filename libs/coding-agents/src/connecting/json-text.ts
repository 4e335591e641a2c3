import { createScanner, findNodeAtLocation, parseTree, type JSONPath, type Node } from 'jsonc-parser';

/**
 * Changes of single values in a JSON text with comments. No other byte changes: the edits of `jsonc-parser` lay out the neighbours anew
 * and lose comments.
 */

/** Puts a property or an element behind the others of the object or list at `path`. `key` is absent for an element. */
export function insertIn(text: string, path: JSONPath, key: string | undefined, value: unknown): string {
  const container = nodeAt(text, path);
  const last = container.children?.at(-1);
  const open = container.offset + 1;
  const inner = text.slice(open, endOf(container) - 1);
  const isLong = inner.includes('\n') || (last === undefined && (text.includes('\n') || path.length === 0));
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const outer = indentAt(text, container.offset);
  const indent =
    last !== undefined && startsLine(text, last.offset) ? indentAt(text, last.offset) : outer + unitOf(text);
  const name = key === undefined ? '' : `${JSON.stringify(key)}: `;
  if (!isLong) {
    const piece = name + JSON.stringify(value);
    return last === undefined ? splice(text, open, open, piece) : splice(text, endOf(last), endOf(last), `, ${piece}`);
  }
  const json = JSON.stringify(value, null, unitOf(text)).replaceAll('\n', eol + indent);
  const piece = eol + indent + name + json;
  if (last !== undefined) return splice(text, endOf(last), endOf(last), `,${piece}`);
  return splice(text, open, open, inner.includes('\n') ? piece : piece + eol + outer);
}

/** Puts another value in the place of the one at `path`. */
export function replaceAt(text: string, path: JSONPath, value: unknown): string {
  const node = nodeAt(text, path);
  const isLong = text.slice(node.offset, endOf(node)).includes('\n');
  const indent = indentAt(text, node.offset);
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const json = isLong
    ? JSON.stringify(value, null, unitOf(text)).replaceAll('\n', eol + indent)
    : JSON.stringify(value);
  return splice(text, node.offset, endOf(node), json);
}

/** Removes the property or the element at `path` with its comma. Comments beside it stay. */
export function removeAt(text: string, path: JSONPath): string {
  const value = nodeAt(text, path);
  const node = value.parent?.type === 'property' ? value.parent : value;
  const siblings = node.parent?.children ?? [];
  const before = siblings[siblings.indexOf(node) - 1];
  if (before !== undefined) {
    const between = text.slice(endOf(before), node.offset);
    if (/^\s*,\s*$/.test(between)) return splice(text, endOf(before), endOf(node), '');
    const comma = commaAfter(text, endOf(before));
    const start = node.offset - (/\s*$/.exec(between)?.[0].length ?? 0);
    return splice(splice(text, start, endOf(node), ''), comma, comma + 1, '');
  }
  const container = node.parent;
  const space = /\s*$/.exec(text.slice((container?.offset ?? 0) + 1, node.offset))?.[0].length ?? 0;
  const comma = commaAfter(text, endOf(node));
  const cut = comma === -1 ? text : splice(text, comma, comma + 1, '');
  const isAlone = siblings.length === 1 && container !== undefined;
  const rest = isAlone ? (/^\s*(?=[\]}])/.exec(cut.slice(endOf(node)))?.[0].length ?? 0) : 0;
  return splice(cut, node.offset - space, endOf(node) + rest, '');
}

function nodeAt(text: string, path: JSONPath): Node {
  const root = parseTree(text, [], { allowTrailingComma: true });
  const node = root && findNodeAtLocation(root, path);
  if (node === undefined) throw new RangeError(`There is no ${path.join('.')}`);
  return node;
}

const endOf = (node: Node): number => node.offset + node.length;

const splice = (text: string, start: number, end: number, piece: string): string =>
  text.slice(0, start) + piece + text.slice(end);

/** Where the comma is that follows a value, -1 if none does. */
function commaAfter(text: string, end: number): number {
  const scanner = createScanner(text, true);
  scanner.setPosition(end);
  scanner.scan();
  const offset = scanner.getTokenOffset();
  return text[offset] === ',' ? offset : -1;
}

const lineBefore = (text: string, offset: number): string => text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
const startsLine = (text: string, offset: number): boolean => lineBefore(text, offset).trim() === '';
const indentAt = (text: string, offset: number): string => /^[ \t]*/.exec(lineBefore(text, offset))?.[0] ?? '';
/** One step of indentation. */
const unitOf = (text: string): string => /^([ \t]+)\S/m.exec(text)?.[1] ?? '  ';
