/** A part of a text, from `start` to before `end`, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds one kind of credential in the text of a whole event (`event-texts.ts`). Its time must grow linearly with the length
 * of the text, whatever the text is.
 */
export interface Detector {
  readonly ruleId: string;
  readonly hint: Hint;
  readonly find: (text: string) => Iterable<Span>;
}

/**
 * Cheap patterns that show whether a detector is worth running (`prefilter.ts`): if the detector finds something in an
 * event, they match the JSON of that event. They must allow for JSON's escapes. Sources of regular expressions; case is
 * ignored.
 */
export interface Hint {
  /** At least one of these must match. Alternatives only in parentheses. A fixed first letter makes a pattern cheapest. */
  readonly anyOf: readonly string[];
  /** Whether `anyOf` is only searched in long runs of letters, digits, `_` and `-`, and shortly before them. */
  readonly isByRun?: boolean;
  /** A dearer pattern that must match as well. Tried only after `anyOf` has matched. */
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
