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
  /**
   * Source of a regular expression, case ignored, that matches in the JSON of every event in which the detector finds
   * something. It may not rely on what stands around a string, nor on a quote, a backslash or a control character in it.
   */
  readonly hint: string;
  readonly find: (text: string) => Iterable<Span>;
}

/** What a tenant may turn off, and the kind that stands in the placeholder. */
export interface RuleDescription {
  readonly id: string;
  readonly description: string;
  /** Whether it may not be turned off. */
  readonly isFixed?: boolean;
}

/** Every match of a pattern, or of its group `secret` where it has one. The pattern is global, and has indices then. */
export function* spansOf(text: string, pattern: RegExp): Iterable<Span> {
  for (const { index, 0: match, indices } of text.matchAll(pattern)) {
    const [start, end] = indices?.groups?.['secret'] ?? [index, index + match.length];
    yield { start, end };
  }
}
