import type { IndexView } from './search-index.ts';
import type { StageTimes } from './stage-times.ts';

/** A view of the index whose questions are timed. */
export const timedView = (view: IndexView, times: StageTimes): IndexView => ({
  statistics: (...asked) => times.time('candidates', () => view.statistics(...asked)),
  candidates: (...asked) => times.time('candidates', () => view.candidates(...asked)),
  turns: (...asked) => times.time('candidates', () => view.turns(...asked)),
  newest: (...asked) => times.time('candidates', () => view.newest(...asked)),
  nearest: (...asked) => times.time('candidates', () => view.nearest(...asked)),
  texts: (...asked) => times.time('texts', () => view.texts(...asked)),
});
