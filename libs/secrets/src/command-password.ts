import { COMMANDS, PIPED, PIPED_HINTS, type Command } from './password-commands.ts';
import { matchesOf, secretsOf, type Detector, type RuleDescription, type Span } from './detector.ts';
import { isDummy } from './secret-values.ts';

export const COMMAND_PASSWORD_RULE: RuleDescription = {
  id: 'command_password',
  description:
    'Passwords in short options, arguments and inputs of commands: `mysql -p…`, `sshpass -p …`, `docker login -p …`, `net use …`, `sqlplus user/…@db`, `echo … | sudo -S`',
};

const NAMES = Object.keys(COMMANDS).sort((one, other) => other.length - one.length);
const ANY_NAME = new RegExp(
  String.raw`(?<![\w.-])(?:${[...NAMES, 'echo', 'printf'].join('|')})(?:\.exe)?(?![\w-])`,
  'gi',
);

/** One word of a command line, or what ends a command. */
const WORD =
  /[ \t\u00a0]*(?:(?<end>[;|&<]+|[\n\0>]|$)|\\\r?\n|(?<word>"(?:[^"\\\n\0]|\\[^\n\0]){0,400}"|'[^'\n\0]{0,400}'|(?:[^\s\0"';|&<>]|["'](?=[^\s\0;|&<>]))+|["']))/y;
/** The part of an argument that is its value. */
const VALUE = /^["']?(?<secret>[^\n\0"'`\\]*)/;
const MIN_LENGTH = 4;
/** Further words of a command are not looked at. A command that begins among them is looked at by itself. */
const MAX_WORDS = 100;

/** A word without its quotes, and where it begins. */
interface Word {
  readonly text: string;
  readonly start: number;
}

/** The passwords of one command line, which begins at `from`. Returns where it ends, or where to look on. */
function* passwordsIn(text: string, from: number): Generator<Span | undefined, number> {
  let words: Word[] = [];
  let printed: Span | undefined;
  for (let at = from; ;) {
    WORD.lastIndex = at;
    const { groups = {}, 0: match = '' } = WORD.exec(text) ?? {};
    const { word, end } = groups;
    at += match.length;
    if (word !== undefined) {
      const plain = withoutQuotes(word, at - word.length);
      words.push(plain);
      if (plain.text.length < word.length && /\s/.test(plain.text)) yield* passwordsWithin(plain);
      if (words.length < MAX_WORDS) continue;
      yield* passwordsOf(words);
      yield;
      // What the last command takes may follow the last word. Between two names, no word is read more than twice.
      return words.slice(1).findLast(isCommand)?.start ?? at;
    }
    if (match !== '' && end === undefined) continue;
    yield* passwordsOf(words);
    if (printed !== undefined && takesInput(words)) yield inputOf(text, printed, words);
    printed = end === '|' ? printedBy(words) : undefined;
    words = [];
    yield;
    if (end === undefined || end === '' || end === '\n' || end === '\0') return Math.max(at, from + 1);
  }
}

/** In a quoted word: `docker exec db sh -c "mysql -p…"`. It is short, so it may be read once more. */
function* passwordsWithin({ text, start }: Word): Iterable<Span | undefined> {
  for (const span of commandPasswords(text)) yield span && { start: start + span.start, end: start + span.end };
}

function withoutQuotes(word: string, start: number): Word {
  const isQuoted = /^(["']).*\1$/s.test(word);
  return isQuoted && word.length > 1 ? { text: word.slice(1, -1), start: start + 1 } : { text: word, start };
}

/** The name of a program, without its folder and what is written before it: `X=$(mysql …)`. */
const nameOf = ({ text }: Word): string =>
  text
    .slice(Math.max(text.lastIndexOf('/'), text.lastIndexOf('\\')) + 1)
    .slice(-MAX_NAME)
    .replace(/^.*[`($"'[{*=]/, '')
    .replace(/\.exe$/i, '')
    .toLowerCase();
const MAX_NAME = 40;

const commandOf = (word: Word): Command | undefined => {
  const name = nameOf(word);
  return Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
};
const printsText = (word: Word): boolean => /^(?:echo|printf)$/.test(nameOf(word));
const isCommand = (word: Word): boolean => printsText(word) || commandOf(word) !== undefined;

function* passwordsOf(words: readonly Word[]): Iterable<Span> {
  let command: Command | undefined;
  let before: string[] = [];
  for (const [index, word] of words.entries()) {
    const started = commandOf(word);
    if (started !== undefined && (command === undefined || !word.text.startsWith('-'))) {
      command = started;
      before = [];
      continue;
    }
    if (command === undefined) continue;
    const secret = secretOf(command, word, words[index - 1], before);
    before.push(word.text);
    if (secret !== undefined) yield secret;
  }
}

function secretOf(
  command: Command,
  word: Word,
  previous: Word | undefined,
  before: readonly string[],
): Span | undefined {
  if (command.needs !== undefined && !before.includes(command.needs)) return undefined;
  const attached = partOf(word, command.attached);
  if (attached !== undefined) return valueOf(attached);
  if (before.length > 0 && previous !== undefined && command.separate?.test(previous.text) === true) {
    const part = command.part === undefined ? word : partOf(word, command.part);
    return part && valueOf(part);
  }
  return command.argument?.(word.text, before) === true ? valueOf(word) : undefined;
}

/** The first group of a pattern with indices. */
function partOf({ text, start }: Word, pattern: RegExp | undefined): Word | undefined {
  const [from, to] = pattern?.exec(text)?.indices?.[1] ?? [];
  return from === undefined ? undefined : { text: text.slice(from, to), start: start + from };
}

/** Undefined if it only takes the place of a password. */
function valueOf({ text, start }: Word): Span | undefined {
  const { secret = '' } = VALUE.exec(text)?.groups ?? {};
  const from = start + (/^["']/.test(text) ? 1 : 0);
  return secret.length < MIN_LENGTH || secret.startsWith('-') || isDummy(secret)
    ? undefined
    : { start: from, end: from + secret.length };
}

/** The text that `echo` or `printf` prints, if it is one word. A password may follow the name of its user. */
function printedBy(words: readonly Word[]): Span | undefined {
  const from = words.findIndex(printsText);
  const printed = words.slice(from + 1).filter(({ text }) => !/^(?:-\w{1,3}|%s(?:\\n)?)$/.test(text));
  const [only] = printed;
  if (from === -1 || only === undefined || printed.length > 1) return undefined;
  return valueOf(only);
}

/** Whether a command reads a password from its input. */
function takesInput(words: readonly Word[]): boolean {
  const line = words.map(({ text }) => text).join(' ');
  return line.length < MAX_LINE && PIPED.test(line);
}
const MAX_LINE = 2_000;

/** Without the user before a password: `user:password`. */
function inputOf(text: string, printed: Span, words: readonly Word[]): Span {
  const isOfUser = words.some((word) => nameOf(word) === 'chpasswd');
  const [user = ''] = (isOfUser ? /^[\w.-]+:/.exec(text.slice(printed.start, printed.end)) : null) ?? [];
  return { start: printed.start + user.length, end: printed.end };
}

/** `chpasswd <<< "user:password"`, also over several lines. */
const HERE =
  /chpasswd[^\n\0<]{0,40}<<(?:<[ \t]{0,4}["']?|[-~]?[ \t]{0,4}["']?\w{1,20}["']?\n)[\w.-]{1,64}:(?<secret>[^\s\0"']{4,})/dg;

function* commandPasswords(text: string): Iterable<Span | undefined> {
  let done = 0;
  for (const { index } of matchesOf(text, ANY_NAME)) {
    if (index < done) continue;
    done = yield* passwordsIn(text, index);
    yield;
  }
}

function* find(text: string): Iterable<Span | undefined> {
  yield* commandPasswords(text);
  yield;
  yield* secretsOf(text, HERE);
}

export const COMMAND_PASSWORD_DETECTOR: Detector = {
  ruleId: COMMAND_PASSWORD_RULE.id,
  hint: { anyOf: [...Object.entries(COMMANDS).map(([name, { hint = name }]) => hint), ...PIPED_HINTS] },
  find,
};
