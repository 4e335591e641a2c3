import type { Detector } from './detector.ts';
import { hidesLetters } from './unescaped-text.ts';

/** Runs of fewer characters are words, names and numbers. */
const LONG_RUN = 16;
/** How far before its run a hint may stand, to its first character. */
const BEFORE_RUN = 64;

/** Characters of tokens: letters, digits, `_` and `-`. JSON writes them as they are. */
const IN_RUN = new Uint8Array(128);
for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-')
  IN_RUN[character.charCodeAt(0)] = 1;
/** Most characters of runs for which it is told which detectors they are for. */
const MOST_OF_RUNS = 4096;

/**
 * Which detectors may find something in an event, told from its JSON: mostly none, and that costs a fraction of looking
 * for secrets. Those that are left out find nothing in it.
 */
export function createPrefilter(detectors: readonly Detector[]): (json: string) => readonly Detector[] {
  const known = detectors.map((detector) => ({
    detector,
    isMet: detector.hint.and === undefined ? oneOf(detector.hint.anyOf) : new RegExp(detector.hint.and, 'i'),
  }));
  const byRun = known.filter(({ detector: { hint } }) => hint.isByRun === true);
  const others = known.filter(({ detector: { hint } }) => hint.isByRun !== true);
  const inRuns = oneOf(byRun.flatMap(({ detector: { hint } }) => hint.anyOf));
  const anywhere = oneOf(others.flatMap(({ detector: { hint } }) => hint.anyOf));
  return (json) => {
    if (hidesLetters(json)) return detectors;
    const runs = longRunsOf(json, inRuns);
    const found = anywhere.test(json) ? others.filter(({ isMet }) => isMet.test(json)) : [];
    if (runs !== '') found.push(...byRun.filter(({ isMet }) => runs.length > MOST_OF_RUNS || isMet.test(runs)));
    return found.map(({ detector }) => detector);
  };
}

const BEGINS_WITH_LETTER = /^[a-z0-9_:](?![*+?{])/i;

/**
 * One of several patterns, by the letter that they begin with where they do: of most characters of a text it takes one
 * step to see that none begins there.
 */
function oneOf(sources: readonly string[]): RegExp {
  const byLetter = new Map<string, string[]>();
  for (const source of new Set(sources)) {
    const [letter = ''] = BEGINS_WITH_LETTER.exec(source) ?? [];
    byLetter.set(letter.toLowerCase(), [...(byLetter.get(letter.toLowerCase()) ?? []), source.slice(letter.length)]);
  }
  const alternatives = [...byLetter].map(([letter, rest]) => `${letter}(?:${rest.join('|')})`);
  return new RegExp(alternatives.join('|'), 'i');
}

const isInRun = (text: string, place: number): boolean => IN_RUN[text.charCodeAt(place)] === 1;

/**
 * The long runs, each with what stands before it, that hold what is looked for. A long run covers at least one of the
 * places that are looked at.
 */
function longRunsOf(text: string, wanted: RegExp): string {
  let runs = '';
  for (let place = LONG_RUN - 1; place < text.length && runs.length <= MOST_OF_RUNS; place += LONG_RUN) {
    if (!isInRun(text, place)) continue;
    let from = place;
    while (isInRun(text, from - 1)) from -= 1;
    let to = place + 1;
    while (isInRun(text, to)) to += 1;
    if (to - from < LONG_RUN) continue;
    const run = text.slice(Math.max(0, from - BEFORE_RUN), to);
    if (wanted.test(run)) runs += `${run} `;
    place = to - (to % LONG_RUN) - 1;
  }
  return runs;
}
