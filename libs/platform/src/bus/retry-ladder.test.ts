import { expect, test } from '@jest/globals';
import { MAX_PAUSE_MS } from './amqp/consumer.ts';
import { DEFAULT_RETRY_LADDER, rungOf } from './retry-ladder.ts';

test('no command waits longer than ten seconds after its dependency is back', () => {
  const longest = Math.max(...[1, 2, 3, 10, 1000].map((failures) => rungOf(DEFAULT_RETRY_LADDER, failures)));
  // A message may just have been moved to a delay queue, and its consumer may pause when it comes back.
  expect(longest + MAX_PAUSE_MS).toBeLessThan(10_000);
});
