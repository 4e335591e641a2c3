import type { Random } from '@strata/testkit/seeded-random';

/** The items in a random order. */
export const shuffled = <T>(items: readonly T[], random: Random): T[] =>
  items
    .map((item) => ({ item, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);

/** A number of at least `least` and below `most`. */
export const between = ([least, most]: readonly [number, number], random: Random): number =>
  least + random() * (most - least);
