import type { Detector } from './detector.ts';

/** Runs of fewer characters are words, names and numbers. */
const LONG_RUN = 16;
/** How far before its run a hint may stand, to its first character. */
const BEFORE_RUN = 64;

/** Characters of tokens: letters, digits, `_` and `-`. JSON writes them as they are. */
const IN_RUN = new Uint8Array(128);
for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-')
  IN_RUN[character.charCodeAt(0)] = 1;
/** A text in a text may have any character written by its code. */
const BY_CODE = '\\\\u00';

const anyOf = (sources: readonly string[]): RegExp =>
  new RegExp([...new Set(sources)].map((one) => `(?:${one})`).join('|'), 'i');

/**
 * Which detectors may find something in an event, told from its JSON: mostly none, and that costs a fraction of looking
 * for secrets. Those that are left out find nothing in it.
 */
export function createFirstLook(detectors: readonly Detector[]): (json: string) => readonly Detector[] {
  const byRun = detectors.filter(({ hint }) => hint.isByRun === true);
  const others = detectors.filter(({ hint }) => hint.isByRun !== true);
  const inRuns = anyOf(byRun.flatMap(({ hint }) => hint.anyOf));
  const anywhere = anyOf(others.flatMap(({ hint }) => hint.anyOf));
  const closer = anyOf(others.flatMap(({ hint }) => hint.and ?? hint.anyOf));
  return (json) => {
    if (json.includes(BY_CODE)) return detectors;
    const some = anywhere.test(json) && closer.test(json) ? others : [];
    return someLongRun(json, (run) => inRuns.test(run)) ? [...some, ...byRun] : some;
  };
}

/** Whether a long run, with what stands before it, is such. One covers at least one of the places that are looked at. */
function someLongRun(text: string, isSuch: (run: string) => boolean): boolean {
  const isInRun = (place: number): boolean => IN_RUN[text.charCodeAt(place)] === 1;
  for (let place = LONG_RUN - 1; place < text.length; place += LONG_RUN) {
    if (!isInRun(place)) continue;
    let from = place;
    while (isInRun(from - 1)) from -= 1;
    let to = place + 1;
    while (isInRun(to)) to += 1;
    if (to - from < LONG_RUN) continue;
    if (isSuch(text.slice(Math.max(0, from - BEFORE_RUN), to))) return true;
    place = to - (to % LONG_RUN) - 1;
  }
  return false;
}
