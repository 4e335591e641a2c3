import type { Detector } from './detector.ts';
import { hidesLetters } from './unescaped-text.ts';

/** Shorter runs are words, names and numbers. */
const LONG_RUN = 16;
/** A hint may begin this many characters before its run. */
const BEFORE_RUN = 64;

/** Characters of tokens: letters, digits, `_` and `-`. JSON does not escape them. */
const IN_RUN = new Uint8Array(128);
for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-')
  IN_RUN[character.charCodeAt(0)] = 1;
/** An event whose runs have more characters than this selects every detector with `isByRun`: searching them costs more. */
const MAX_RUN_CHARACTERS = 4096;

/**
 * Selects the detectors that may find something in an event, by its JSON. Most events select none, which costs a fraction
 * of searching them. A detector that is not selected finds nothing in the event.
 */
export function createPrefilter(detectors: readonly Detector[]): (json: string) => readonly Detector[] {
  const entries = detectors.map((detector) => ({
    detector,
    matches: detector.hint.and ?? matchingOneOf(detector.hint.anyOf),
  }));
  const byRun = entries.filter(({ detector: { hint } }) => hint.isByRun === true);
  const others = entries.filter(({ detector: { hint } }) => hint.isByRun !== true);
  const inRuns = oneOf(byRun.flatMap(({ detector: { hint } }) => hint.anyOf));
  const anywhere = oneOf(others.flatMap(({ detector: { hint } }) => hint.anyOf));
  return function selectDetectors(json) {
    if (hidesLetters(json)) return detectors;
    const runs = longRunsOf(json, inRuns);
    const selected = anywhere.test(json) ? others.filter(({ matches }) => matches(json)) : [];
    if (runs !== '') selected.push(...byRun.filter(({ matches }) => runs.length > MAX_RUN_CHARACTERS || matches(runs)));
    return selected.map(({ detector }) => detector);
  };
}

const BEGINS_WITH_LETTER = /^[a-z0-9_:](?![*+?{])/i;

/** Any of several patterns, grouped by their first letter, so that most characters of a text are rejected in one step. */
function oneOf(sources: readonly string[]): RegExp {
  const byLetter = new Map<string, string[]>();
  for (const source of new Set(sources)) {
    const [letter = ''] = BEGINS_WITH_LETTER.exec(source) ?? [];
    byLetter.set(letter.toLowerCase(), [...(byLetter.get(letter.toLowerCase()) ?? []), source.slice(letter.length)]);
  }
  const alternatives = [...byLetter].map(([letter, rest]) => `${letter}(?:${rest.join('|')})`);
  return new RegExp(alternatives.join('|'), 'i');
}

function matchingOneOf(sources: readonly string[]): (json: string) => boolean {
  const pattern = oneOf(sources);
  return (json) => pattern.test(json);
}

const isInRun = (text: string, index: number): boolean => IN_RUN[text.charCodeAt(index)] === 1;

/**
 * The long runs that match `wanted`, each with the text before it. Only every 16th character is checked: each long run
 * contains one of them.
 */
function longRunsOf(text: string, wanted: RegExp): string {
  let runs = '';
  for (let index = LONG_RUN - 1; index < text.length && runs.length <= MAX_RUN_CHARACTERS; index += LONG_RUN) {
    if (!isInRun(text, index)) continue;
    let from = index;
    while (isInRun(text, from - 1)) from -= 1;
    let to = index + 1;
    while (isInRun(text, to)) to += 1;
    if (to - from < LONG_RUN) continue;
    const run = text.slice(Math.max(0, from - BEFORE_RUN), to);
    if (wanted.test(run)) runs += `${run} `;
    index = to - (to % LONG_RUN) - 1;
  }
  return runs;
}
