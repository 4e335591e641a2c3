/** A part of a text, from `start` to before `end`, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds one kind of credential in the text of a whole event (`event-texts.ts`). Its time must grow linearly with the length
 * of the text, whatever the text is. The search may pause at each span, and where it yields `undefined`.
 */
export interface Detector {
  readonly ruleId: string;
  readonly hint: Hint;
  readonly find: (text: string) => Iterable<Span | undefined>;
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
  /** A dearer condition that must hold as well. Tried only after `anyOf` has matched. */
  readonly and?: (json: string) => boolean;
}

/** A rule. Its id is the kind in placeholders. */
export interface RuleDescription {
  readonly id: string;
  readonly description: string;
  /** Whether tenants cannot turn it off. */
  readonly isFixed?: boolean;
  /** Whether a service generates what it finds, so that nobody can guess it. */
  readonly isGenerated?: boolean;
}

/** A condition of a hint: a pattern matches, case ignored. */
export function matching(source: string): (json: string) => boolean {
  const pattern = new RegExp(source, 'i');
  return (json) => pattern.test(json);
}

/** Every match of a global pattern. Unlike `matchAll`, it does not copy the pattern; other searches may use it in between. */
export function* matchesOf(text: string, pattern: RegExp): Iterable<RegExpExecArray> {
  for (let from = 0; ;) {
    pattern.lastIndex = from;
    const match = pattern.exec(text);
    if (match === null) return;
    from = pattern.lastIndex;
    yield match;
  }
}

/** The spans of all matches of a global pattern. */
export function* spansOf(text: string, pattern: RegExp): Iterable<Span> {
  for (const { index, 0: match } of matchesOf(text, pattern)) yield { start: index, end: index + match.length };
}

/** The spans of the group `secret` in all matches of a global pattern with indices. */
export function* secretsOf(text: string, pattern: RegExp): Iterable<Span> {
  for (const { indices } of matchesOf(text, pattern)) {
    const [start = 0, end = 0] = indices?.groups?.['secret'] ?? [];
    yield { start, end };
  }
}
