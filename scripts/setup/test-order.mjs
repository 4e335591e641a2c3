import { statSync } from 'node:fs';

/**
 * Places of tests, the longest first. Before all: a file that only computes, for it takes many times longer in a worker
 * whose memory is full of earlier files.
 */
const PLACES = [
  /\/hostile-texts\.test\.ts$/,
  /\/services\/standalone\/test\//,
  /\/services\/[^/]+\/test\//,
  /\/libs\/platform\/test\//,
];

const rankOf = ({ path }) => {
  const place = PLACES.findIndex((pattern) => pattern.test(path));
  return place === -1 ? PLACES.length : place;
};

/**
 * Jest's sequencer: whole systems first, then services, then what is small, so that no worker is left alone at the end
 * with a file that takes a minute. Jest by itself goes by how long files took the last time, which a new clone does not
 * know.
 */
export default class TestOrder {
  sort(tests) {
    const sized = [...tests].map((test) => ({ test, rank: rankOf(test), size: statSync(test.path).size }));
    return sized.sort((a, b) => a.rank - b.rank || b.size - a.size).map(({ test }) => test);
  }

  shard(tests, { shardIndex, shardCount }) {
    return this.sort(tests).filter((_test, at) => at % shardCount === shardIndex - 1);
  }

  /** Nothing is remembered from one run to the next, so none is known to have failed. */
  allFailedTests(tests) {
    return [...tests];
  }

  cacheResults() {}
}
