/**
 * A longer part of a text is parsed in pieces. A piece of the worst kind, such as `{},{},…`, takes about 20 ms.
 */
const PIECE = 128 * 1024;
/** Levels that are longer than a piece. */
const MAX_DEPTH = 80;
/** Of one object that is longer than a piece. Listing more of them takes too long. */
const MAX_KEYS = 100_000;

/**
 * Parses JSON like `JSON.parse`, but yields where it may pause: 16 MiB of small objects take seconds.
 * Errors: `SyntaxError`; `RangeError` if more than 80 levels are longer than a piece, or if an object has more than 100,000 keys.
 */
export function* parseJson(text: string): Generator<undefined, unknown> {
  const at = nextVisible(text, 0);
  if (text.length <= PIECE || !isOpening(text.charCodeAt(at))) return JSON.parse(text) as unknown;
  const { value, end } = yield* parseContainer(text, at, 1);
  if (nextVisible(text, end) < text.length) throw new SyntaxError('There is text after the value');
  return value;
}

interface Parsed {
  readonly value: unknown;
  readonly end: number;
}

/** Parses the object or array that opens at an index: a few of its members at a time, and long ones by themselves. */
function* parseContainer(text: string, opening: number, depth: number): Generator<undefined, Parsed> {
  if (depth > MAX_DEPTH) throw new RangeError('is nested too deeply');
  const members = text[opening] === '{' ? new ObjectMembers() : new ArrayMembers();
  for (let from = opening + 1, isFirst = true; ; isFirst = false) {
    const { end, long } = scanMembers(text, from);
    let done = end;
    if (long === undefined) {
      members.add(text.slice(from, end), isFirst && text[end] !== ',');
    } else {
      const { member, value: start } = long;
      if (member > from) members.add(text.slice(from, member - 1), false);
      yield;
      const { value, end: after } = yield* parseContainer(text, start, depth + 1);
      members.set(text.slice(member, start), value);
      done = nextVisible(text, after);
    }
    yield;
    const next = text[done];
    if (next === members.closing) return { value: members.value, end: done + 1 };
    if (next !== ',') throw new SyntaxError('A comma or the end of a list is missing');
    from = done + 1;
  }
}

/** The members of a container that are parsed next, up to a comma or its end. */
interface Scanned {
  readonly end: number;
  /** A member longer than a piece: where it begins, and where its value does. */
  readonly long?: { readonly member: number; readonly value: number };
}

const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c];
const isOpening = (code: number): boolean => code === 0x5b || code === 0x7b;
const isClosing = (code: number): boolean => code === 0x5d || code === 0x7d;

/** Only looks for the ends of members: `JSON.parse` checks the rest. */
function scanMembers(text: string, from: number): Scanned {
  let depth = 0;
  let member = from;
  let value = from;
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (isOpening(code)) {
      if (depth === 0) value = at;
      depth += 1;
    } else if (isClosing(code)) {
      if (depth === 0) return { end: at };
      depth -= 1;
    } else if (code === COMMA && depth === 0) {
      if (at - from >= PIECE) return { end: at };
      member = at + 1;
    }
    if (depth > 0 && at - value > PIECE) return { end: at, long: { member, value } };
  }
  throw new SyntaxError('The text ends too early');
}

/** The index of the closing quote. */
function endOfString(text: string, opening: number): number {
  for (let at = text.indexOf('"', opening + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let before = at;
    while (text.charCodeAt(before - 1) === BACKSLASH) before -= 1;
    if ((at - before) % 2 === 0) return at;
  }
  return text.length;
}

const VISIBLE = /[^\t\n\r ]|$/g;
function nextVisible(text: string, at: number): number {
  VISIBLE.lastIndex = at;
  return VISIBLE.exec(text)?.index ?? text.length;
}

class ArrayMembers {
  readonly closing = ']';
  readonly value: unknown[] = [];

  add(source: string, mayBeEmpty: boolean): void {
    const members = JSON.parse(`[${source}]`) as unknown[];
    if (members.length === 0 && !mayBeEmpty) throw new SyntaxError('A value is missing');
    for (const member of members) this.value.push(member);
  }

  set(before: string, value: unknown): void {
    if (before.trim() !== '') throw new SyntaxError('A comma is missing');
    this.value.push(value);
  }
}

class ObjectMembers {
  readonly closing = '}';
  readonly value: Record<string, unknown> = {};
  #keys = 0;

  add(source: string, mayBeEmpty: boolean): void {
    const members = Object.entries(JSON.parse(`{${source}}`) as object);
    if (members.length === 0 && !mayBeEmpty) throw new SyntaxError('A value is missing');
    for (const [key, value] of members) this.#define(key, value);
  }

  set(before: string, value: unknown): void {
    const [key] = Object.keys(JSON.parse(`{${before}0}`) as object);
    if (key === undefined) throw new SyntaxError('A key is missing');
    this.#define(key, value);
  }

  /** Unlike an assignment, also for `__proto__`. */
  #define(key: string, value: unknown): void {
    if ((this.#keys += 1) > MAX_KEYS) throw new RangeError('has an object with too many keys');
    if (key === '__proto__')
      Object.defineProperty(this.value, key, { value, enumerable: true, configurable: true, writable: true });
    else this.value[key] = value;
  }
}
