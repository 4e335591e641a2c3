import type { IndexView } from './search-index.ts';
import type { StageTimes } from './stage-times.ts';

/** A view of the index whose reads are timed. */
export const timedView = (view: IndexView, times: StageTimes): IndexView => ({
  statistics: (...args) => times.time('candidates', () => view.statistics(...args)),
  candidates: (...args) => times.time('candidates', () => view.candidates(...args)),
  turns: (...args) => times.time('candidates', () => view.turns(...args)),
  memories: (...args) => times.time('candidates', () => view.memories(...args)),
  newest: (...args) => times.time('candidates', () => view.newest(...args)),
  nearest: (...args) => times.time('candidates', () => view.nearest(...args)),
  compiledFrom: (...args) => times.time('candidates', () => view.compiledFrom(...args)),
  sessionNotes: (...args) => times.time('candidates', () => view.sessionNotes(...args)),
  onlyFailed: (...args) => times.time('candidates', () => view.onlyFailed(...args)),
  texts: (...args) => times.time('texts', () => view.texts(...args)),
});
