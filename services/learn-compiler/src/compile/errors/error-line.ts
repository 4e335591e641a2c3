import { unknownProgram, unknownProgramLine } from '@strata/languages/unknown-program';
import { hasCode, strictCode } from './error-codes.ts';
import { LABELLED, SIGN } from './error-words.ts';

/** An exception by its name: `ValueError: …`, `E   ModuleNotFoundError: …`, `java.io.IOException: …`, `Error [ERR_X]: …`. */
const EXCEPTION =
  /(?:^|[\s>(])(?:[\w$]{1,60}(?:\.|::)){0,8}[A-Z]\w{0,60}(?:Error|Exception|Failure|Conflict|Interrupt|Exit|Fault)(?: \[\w{1,60}\])?(?::|$|\()/;
/** A tool that says its name and what is wrong: `curl: (7) …`, `bash: x: command not found`, `npm error …`, `ERROR …`. */
const PROGRAM_SAYS =
  /^(?:[\w./-]{1,60}: (?:line )?(?:\(?\d{1,5}\)?:? )?|npm err(?:or|!) |E: |\[?(?:ERROR|FATAL|ERR|error)\]?[ :]|[✗✘❌×] )/;
/** Lines that only repeat that something failed, or count, or point to a log. */
const SAYS_NOTHING =
  /^\W{0,8}(?:failed|failure|errors?|fail|fatal|exited?(?: with)?(?: code| status)?:? ?\d{0,3}|(?:process|command|script) (?:completed|exited|failed) with (?:exit )?(?:code|status):? ?\d{0,3}\.?|exit (?:code|status):? ?\d{0,3}|build failed(?: in [\d.]+ ?\w{0,3})?|(?:found )?\d+ (?:errors?|failed|failures?|problems?)\b.{0,60}|tests? failed|\d+[acd]\d+|traceback \(most recent call last\)|during handling of the above.{0,60}|the above exception was.{0,60}|what went wrong|stderr|stdout|output|<\w{1,20}>)\W{0,8}$/i;
const POINTS_ELSEWHERE =
  /(?:complete log of this run|debug\.log|for more (?:info|details|help)|see (?:the )?(?:log|above|https?:)|run with (?:--|-v)|try ['`"]|full traceback|stack ?trace|re-?run .{0,40} --|get more log output|short test summary|^(?:make|ninja)(?:\[\d+\])?: |elifecycle|lifecycle script|npm err(?:or|!) (?:path|command|cwd)\b|^\s*at \S+ \(|^hint:)/i;
const FRAME = /^(?:\s{2,}(?:File "|at |\||\^|~)|[-=_*#~^.\s]{4,}$|\d+[acd]\d+)/;
/** A line of a diff, or of code that is shown. */
const MARKED = /^[<>+-] /;
const COUNTS_AS_PATH = /^[\w.@~-]*(?:[\\/][\w.@~-]+)+(?::\d+){0,2}:?$/;

const HEAD = 20_000;
const TAIL = 20_000;
const MAX_LINES = 800;
const LINE_LIMIT = 600;

/** The lines of the start and the end of a text: where programs report what went wrong. */
function linesOf(text: string): string[] {
  const ends = text.length <= HEAD + TAIL ? text : `${text.slice(0, HEAD)}\n${text.slice(-TAIL)}`;
  // eslint-disable-next-line no-control-regex -- terminals colour their output with escape sequences
  const lines = ends.replace(/\u001b\[[\d;]{0,12}[A-Za-z]/g, '').split(/\r?\n/);
  const kept = lines.length <= MAX_LINES ? lines : [...lines.slice(0, MAX_LINES / 2), ...lines.slice(-MAX_LINES / 2)];
  return kept.map((line) => line.slice(0, LINE_LIMIT));
}

const plain = (line: string): string => line.trim().replace(/\s+/g, ' ');

/** How much a line says about what went wrong; 0 for nothing. */
function weight(line: string): number {
  const text = plain(line);
  if (text.length < 4 || SAYS_NOTHING.test(text) || COUNTS_AS_PATH.test(text) || FRAME.test(line)) return 0;
  const exception = EXCEPTION.test(text);
  const labelled = LABELLED.test(text);
  const says = PROGRAM_SAYS.test(text);
  const sign = SIGN.test(text);
  if (MARKED.test(line) && !exception && !labelled) return 0;
  const known = exception ? 4 : labelled ? 3.5 : says && sign ? 3 : sign ? 2 : 0;
  if (known === 0) return hasCode(text) ? 1 : 0;
  const points = POINTS_ELSEWHERE.test(text) ? -2 : 0;
  return known + (hasCode(text) ? 1 : 0) + points;
}

/** Marks before an error: pytest's `E`, bullets, arrows, crosses. */
const LEADING = /^(?:E {1,8}|(?:[>*!•·✗✘❌×✖⚠→\s-]|\uFE0F){1,8})(?=[\p{L}[(])/u;
/** An error as it is compared: without marks before it; an unknown program in the same words whatever the shell. */
function tidied(line: string): string {
  const text = line.replace(LEADING, '');
  const program = unknownProgram(text);
  return program === null ? text : unknownProgramLine(program);
}

/** Whether a line only names an error: `Error: P9999`, `npm error code EBIRD`, `[app.NestException]`. */
function onlyNames(line: string): boolean {
  const words = line.replace(/^npm err(?:or|!) /i, '').split(' ');
  return words.length <= 3 && (hasCode(line) || EXCEPTION.test(line) || /^\[[\w.\\]{1,120}\]$/.test(line));
}

/** A line that ends with a colon announces the next one; one that only names an error is explained by the next one. */
function withNext(lines: readonly string[], at: number): string {
  const line = plain(lines[at] ?? '');
  const next = lines
    .slice(at + 1, at + 4)
    .map(plain)
    .find((text) => text !== '' && !SAYS_NOTHING.test(text));
  if (next === undefined || POINTS_ELSEWHERE.test(next) || FRAME.test(next)) return line;
  if (line.endsWith(':')) return `${line} ${next}`;
  return onlyNames(line) ? `${line}: ${next.replace(/^npm err(?:or|!) /i, '')}` : line;
}

/** A line that states a code: `code: 'MODULE_NOT_FOUND',`. */
const STATED_CODE = /^\W{0,12}(?:error[ _]?)?(?:code|errno)['"]?\s?[:=]\s?['"]?([A-Z][A-Z\d_]{2,40}|[45]\d{2})(?!\w)/i;

/** The code that another telling line of the text has. */
function codeElsewhere(lines: readonly string[]): string | undefined {
  for (const line of lines) {
    const stated = STATED_CODE.exec(line.slice(0, 120))?.[1];
    if (stated !== undefined) return stated;
    const code = weight(line) > 1 ? strictCode(plain(line)) : undefined;
    if (code !== undefined) return code;
  }
  return undefined;
}

/**
 * The line of a text that says what went wrong, on one line, at most 600 characters; empty if no line does. The exception of a
 * traceback (the last one); else the most telling line, the first of equals. A bare "failed", a path, a frame, a count and a mark of a diff say nothing.
 */
export function errorLine(text: string): string {
  const lines = linesOf(text);
  const traced = lines.some((line) => /^\W{0,4}traceback \(most recent call last\)/i.test(line));
  let best = -1;
  let most = 0;
  lines.forEach((line, at) => {
    const own = weight(line);
    const raised = traced && own >= 4 && EXCEPTION.test(plain(line)) && !/^\s{2,}/.test(line) ? 10 : own;
    if (raised > most || (raised === most && raised >= 10)) {
      best = at;
      most = raised;
    }
  });
  if (best < 0) return '';
  const line = tidied(withNext(lines, best)).slice(0, LINE_LIMIT);
  const code = hasCode(line) ? undefined : codeElsewhere(lines);
  return code === undefined ? line : `${line.slice(0, LINE_LIMIT / 2)} (${code})`;
}

/** The first line with any words, for a text in which no line names an error. */
export function firstWords(text: string): string {
  const line = linesOf(text)
    .map(plain)
    .find((words) => words.length > 3 && !SAYS_NOTHING.test(words) && /\p{L}{2}/u.test(words));
  return (line ?? '').slice(0, LINE_LIMIT);
}
