/** A part of a text, from `start` to before `end`, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds one kind of credential in the text of a whole event (`event-texts.ts`). Its time must be linear in the length of any
 * text.
 */
export interface Detector {
  readonly ruleId: string;
  readonly hint: Hint;
  readonly find: (text: string) => Iterable<Span>;
}

/**
 * Patterns that match the JSON of every event in which a detector finds something (`prefilter.ts`). They take escapes of
 * JSON into account. Sources of regular expressions, case ignored.
 */
export interface Hint {
  /** One of these matches. No alternatives outside parentheses. Cheapest if they begin with a fixed letter. */
  readonly anyOf: readonly string[];
  /** Whether they match in, or shortly before, a long run of letters, digits, `_` and `-`. */
  readonly isByRun?: boolean;
  /** This matches too. It is tried after `anyOf`, which is cheaper. */
  readonly and?: string;
}

/** A rule. Its id is the kind in placeholders. */
export interface RuleDescription {
  readonly id: string;
  readonly description: string;
  /** Whether tenants cannot turn it off. */
  readonly isFixed?: boolean;
}

/** Every match of a global pattern. Must be read to the end. Unlike `matchAll`, it does not copy the pattern. */
export function* matchesOf(text: string, pattern: RegExp): Iterable<RegExpExecArray> {
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) yield match;
}

/** The spans of all matches of a global pattern. Must be read to the end. */
export function* spansOf(text: string, pattern: RegExp): Iterable<Span> {
  for (const { index, 0: match } of matchesOf(text, pattern)) yield { start: index, end: index + match.length };
}

/** The spans of the group `secret` in all matches of a global pattern with indices. Must be read to the end. */
export function* secretsOf(text: string, pattern: RegExp): Iterable<Span> {
  for (const { indices } of matchesOf(text, pattern)) {
    const [start = 0, end = 0] = indices?.groups?.['secret'] ?? [];
    yield { start, end };
  }
}
