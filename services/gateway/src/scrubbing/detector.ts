/** A part of a text: from `start` up to, and without, `end`, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds one kind of credential. What it looks at is the text of a whole event (`event-texts.ts`). Its time must grow with
 * the text's length and no faster, whatever the text is.
 */
export interface Detector {
  readonly ruleId: string;
  readonly hint: Hint;
  readonly find: (text: string) => Iterable<Span>;
}

/**
 * By what the JSON of an event tells that a detector may find something in it (`first-look.ts`): for every event in which
 * it does, these match, escapes of JSON and all. Sources of regular expressions, case ignored.
 */
export interface Hint {
  /** One of these, none with alternatives outside parentheses; cheapest where they begin with a letter that is always there. */
  readonly anyOf: readonly string[];
  /** Whether they stand in a long run of letters, digits, `_` and `-`, or shortly before one. */
  readonly isByRun?: boolean;
  /** This too; tried where one of the others, which cost less, does. */
  readonly and?: string;
}

/** What a tenant may turn off, and the kind that stands in the placeholder. */
export interface RuleDescription {
  readonly id: string;
  readonly description: string;
  /** Whether it may not be turned off. */
  readonly isFixed?: boolean;
}

/** Every match of a global pattern. To be read to its end: `matchAll` makes the pattern anew for each text. */
export function* matchesOf(text: string, pattern: RegExp): Iterable<RegExpExecArray> {
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) yield match;
}

/** Where a global pattern matches. To be read to its end. */
export function* spansOf(text: string, pattern: RegExp): Iterable<Span> {
  for (const { index, 0: match } of matchesOf(text, pattern)) yield { start: index, end: index + match.length };
}

/** What the group `secret` of a global pattern with indices matches. To be read to its end. */
export function* secretsOf(text: string, pattern: RegExp): Iterable<Span> {
  for (const { indices } of matchesOf(text, pattern)) {
    const [start = 0, end = 0] = indices?.groups?.['secret'] ?? [];
    yield { start, end };
  }
}
