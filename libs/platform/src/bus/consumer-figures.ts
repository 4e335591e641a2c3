import type { ConsumerFigures } from './bus.ts';

/** The combined figures of several consumers of one command. */
export const sumConsumerFigures = (figures: readonly ConsumerFigures[]): ConsumerFigures => ({
  waiting: figures.reduce((sum, { waiting }) => sum + waiting, 0),
  active: figures.reduce((sum, { active }) => sum + active, 0),
  oldestSeconds: figures.reduce((oldest, { oldestSeconds }) => Math.max(oldest, oldestSeconds), 0),
});
