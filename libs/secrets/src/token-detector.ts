import { matchesOf, type Detector, type RuleDescription, type Span } from './detector.ts';

/**
 * The characteristic part of a token, the part after it, and the part before it. If the part after it has a group `secret`,
 * only that is the token.
 */
type Form = readonly [anchor: string, rest: string, before?: string];

/**
 * Tokens that are recognized by their form. They never follow a letter or digit. A part without a maximum length stands at
 * the end of its form: with a condition behind it, a long text could be searched again from each of its characters.
 */
export interface TokenFormat extends RuleDescription {
  readonly forms: readonly Form[];
  /** What a match must look like beside its form. */
  readonly isPlausible?: (token: string) => boolean;
}

/** A token never follows a letter or digit. */
const START = '(?<![A-Za-z0-9])';

/** `isByRun`: see `Hint`. */
export function detectorOf({ id, forms, isPlausible = () => true }: TokenFormat, isByRun: boolean): Detector {
  const whole = forms.flatMap(([anchor, rest, before]) => (before === undefined ? [anchor + rest] : []));
  const sources = [
    ...(whole.length > 0 ? [`${START}(?:${whole.join('|')})`] : []),
    // From the characteristic part backwards: the part before it can begin at each of many characters.
    ...forms.flatMap(([anchor, rest, before]) =>
      before === undefined ? [] : [`(?:${anchor})(?<=${START}(?<before>${before})(?:${anchor}))${rest}`],
    ),
  ];
  const patterns = sources.map((source) => new RegExp(source, 'dg'));
  function* find(text: string): Iterable<Span | undefined> {
    for (const pattern of patterns) {
      yield;
      for (const { index, 0: match, indices } of matchesOf(text, pattern)) {
        const { before, secret } = indices?.groups ?? {};
        const [start, end] = secret ?? [before?.[0] ?? index, index + match.length];
        yield isPlausible(text.slice(start, end)) ? { start, end } : undefined;
      }
    }
  }
  return { ruleId: id, hint: { anyOf: forms.map(([anchor]) => anchor), isByRun }, find };
}
