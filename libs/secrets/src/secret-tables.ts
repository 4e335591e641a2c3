import { ASSIGNMENT_RULE } from './credential-assignment.ts';
import { matchesOf, matching, type Detector, type Span } from './detector.ts';
import { MIN_TOKEN_LENGTH, NAME, NAME_ENDINGS } from './secret-names.ts';
import { looksLikeBareSecret } from './secret-values.ts';

/** The heading of a column with secrets. */
const HEADING = new RegExp(`^[\\w .-]{0,40}?${NAME}(?: ?\\([^)]{0,40}\\))?$`, 'i');
const ANY_NAME = new RegExp(NAME, 'gi');
/** What people put around the text of a cell. */
const AROUND = /^[\s"'`*_]+|(?<![\s"'`*_])[\s"'`*_]+$/g;
const HTML_ROW = /<tr\b[^<>]{0,200}>/gi;
const HTML_CELL =
  /<t[hd]\b[^<>]{0,200}>(?<cell>(?:[^<]|<\/?(?:code|b|strong|i|em|span|pre|kbd)\b[^<>]{0,80}>){0,400}?)<\/t[hd]>/dgi;
const HTML_MARK = /<[^<>]{1,90}>/g;
const SEPARATORS = ['|', '\t', ';', ','] as const;
const MAX_LINE = 4_000;
const MAX_COLUMNS = 60;

interface Cell extends Span {
  readonly text: string;
}

/** A cell without what is around its text. */
function cellOf(text: string, start: number, end: number): Cell {
  const whole = text.slice(start, end);
  const inner = whole.replace(AROUND, '');
  const from = start + whole.indexOf(inner);
  return { text: inner, start: from, end: from + inner.length };
}

/** The cells of a line, at most 60. */
function cellsOf(text: string, line: Span, separator: string): Cell[] {
  const cells: Cell[] = [];
  const indent = text.slice(line.start, line.end).search(/\S/);
  for (let from = line.start + Math.max(0, indent); from <= line.end && cells.length < MAX_COLUMNS;) {
    const found = text.indexOf(separator, from);
    const end = found === -1 || found > line.end ? line.end : found;
    cells.push(cellOf(text, from, end));
    from = end + 1;
  }
  return cells;
}

const secretColumns = (cells: readonly Cell[]): number[] =>
  cells.flatMap(({ text }, column) => (text.length <= 60 && HEADING.test(text) ? [column] : []));

/** Whether the name of a column says only "token", so that its values must look more like a secret. */
const isVague = (heading: string): boolean => {
  const { token, vague } = HEADING.exec(heading)?.groups ?? {};
  return token !== undefined && vague === undefined;
};

function secretIn(cell: Cell | undefined, heading: Cell | undefined): Span | undefined {
  if (cell === undefined || heading === undefined || !looksLikeBareSecret(cell.text) || /\s/.test(cell.text))
    return undefined;
  if (isVague(heading.text) && cell.text.length < MIN_TOKEN_LENGTH) return undefined;
  return { start: cell.start, end: cell.end };
}

/** Markdown tables, CSV, and columns separated by tabs. Each line is read once. */
function* linesOfTables(text: string): Iterable<Span | undefined> {
  let done = 0;
  for (const { index } of matchesOf(text, ANY_NAME)) {
    if (index < done) continue;
    const heading = lineAt(text, index, done);
    done = heading.end + 1;
    if (heading.end - heading.start > MAX_LINE) continue;
    yield;
    const line = text.slice(heading.start, heading.end);
    const table = SEPARATORS.filter((separator) => line.includes(separator))
      .map((separator) => tableOf(text, heading, separator))
      .find(({ headings, columns }) => columns.length > 0 && headings.length > 1);
    if (table === undefined) continue;
    const { separator, headings, columns } = table;
    // Before the headings there can be other fields: `{"level":"info","message":"name,password\nbob,…`.
    const isInJson = line.includes('":');
    for (let row = lineAt(text, done, done); done < text.length; row = lineAt(text, done, done)) {
      const cells = row.end - row.start > MAX_LINE ? [] : cellsOf(text, row, separator);
      const before = isInJson ? Math.max(0, headings.length - cells.length) : 0;
      if (Math.abs(cells.length + before - headings.length) > 1 || cells.length < 2) break;
      done = row.end + 1;
      for (const column of columns) yield secretIn(cells[column - before], headings[column]);
    }
  }
}

function tableOf(text: string, heading: Span, separator: string) {
  const headings = cellsOf(text, heading, separator);
  return { separator, headings, columns: secretColumns(headings) };
}

/** The line around an index, from `least` on. */
function lineAt(text: string, index: number, least: number): Span {
  const from = Math.max(least, index - MAX_LINE - 1);
  const before = text.slice(from, index);
  const start = from + Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\0')) + 1;
  LINE_END.lastIndex = index;
  const { index: end } = LINE_END.exec(text) ?? { index: text.length };
  return { start, end };
}
const LINE_END = /[\n\0]|$/g;

function* htmlTables(text: string): Iterable<Span | undefined> {
  let headings: Cell[] = [];
  let columns: number[] = [];
  const rows = [...matchesOf(text, HTML_ROW)];
  for (const [nth, { index }] of rows.entries()) {
    yield;
    const end = Math.min(rows[nth + 1]?.index ?? text.length, index + MAX_LINE);
    const cells = htmlCells(text.slice(index, end), index).slice(0, MAX_COLUMNS);
    const found = secretColumns(cells);
    if (found.length > 0 && cells.length > 1 && !cells.some(({ text: cell }) => looksLikeBareSecret(cell))) {
      headings = cells;
      columns = found;
    } else for (const column of columns) yield secretIn(cells[column], headings[column]);
    // A row with a heading of its own: `<th>Password</th><td>…</td>`.
    if (cells.length === 2 && found[0] === 0) yield secretIn(cells[1], cells[0]);
  }
}

function htmlCells(row: string, offset: number): Cell[] {
  return [...matchesOf(row, HTML_CELL)].map(({ groups = {}, indices }) => {
    const [from = 0] = indices?.groups?.['cell'] ?? [];
    const { cell = '' } = groups;
    const text = cell.replace(HTML_MARK, '').replace(AROUND, '');
    const start = offset + from + Math.max(0, cell.indexOf(text));
    return { text, start, end: start + text.length };
  });
}

function* find(text: string): Iterable<Span | undefined> {
  yield* linesOfTables(text);
  yield;
  if (text.includes('<t')) yield* htmlTables(text);
}

/** Belongs to the rule for assignments: the name of a secret is the heading of a column. */
export const SECRET_TABLES_DETECTOR: Detector = {
  ruleId: ASSIGNMENT_RULE.id,
  hint: { anyOf: NAME_ENDINGS, and: matching(String.raw`[|;,\t]|\\t|<t[hd]`) },
  find: (text) => find(text),
};
