import type { ConsumerFigures } from './bus.ts';

/** The combined figures of several consumers of one command. */
export const sumConsumerFigures = (figures: readonly ConsumerFigures[]): ConsumerFigures => {
  const sum = (count: (each: ConsumerFigures) => number): number => figures.reduce((all, each) => all + count(each), 0);
  return {
    waiting: sum(({ waiting }) => waiting),
    active: sum(({ active }) => active),
    units: {
      waiting: sum(({ units }) => units.waiting),
      active: sum(({ units }) => units.active),
      perMessage: figures.length === 0 ? 1 : sum(({ units }) => units.perMessage) / figures.length,
    },
    oldestSeconds: figures.reduce((oldest, { oldestSeconds }) => Math.max(oldest, oldestSeconds), 0),
  };
};
