import type { CloseStack } from '@strata/platform/lifecycle/closeable';
import type { Logger } from '@strata/platform/log/logger';
import type { Redis } from 'ioredis';
import type { EventLedger } from '../capture/event-ledger.ts';
import type { CacheFigures } from '../health/figures.ts';
import type { OpenWindowCounter } from '../limits/window-counter.ts';
import { memoryFigures, redisFigures } from './cache-figures.ts';
import { MemoryEventLedger, type FindFingerprints } from './memory-event-ledger.ts';
import { openMemoryCounter } from './memory-window-counter.ts';
import { connectRedis } from './redis-connection.ts';
import { RedisEventLedger } from './redis-event-ledger.ts';
import { RedisBreaker } from './redis-breaker.ts';
import { SharedEventLedger } from './shared-event-ledger.ts';
import { SharedWindowCounter } from './shared-window-counter.ts';

const START_WITHOUT_MS = 3_000;

/** What several gateways share through Redis, and one alone keeps in memory. */
export interface SharedState {
  readonly events: EventLedger;
  readonly openCounter: OpenWindowCounter;
  readonly figures: () => Promise<CacheFigures>;
  /**
   * Settles when what is shared can be asked, or after three seconds without it: a gateway that has just started would else
   * count alone for a moment, and let more through than all of them may.
   */
  readonly ready: Promise<void>;
}

export interface SharedStateParts {
  readonly redisUrl: string | undefined;
  readonly findFingerprints: FindFingerprints;
  readonly logger: Logger;
}

/** With a URL in Redis, and in memory while it is away; without one in memory. */
export function openSharedState(
  stack: CloseStack,
  { redisUrl, findFingerprints, logger }: SharedStateParts,
): SharedState {
  const memory = new MemoryEventLedger(findFingerprints);
  if (redisUrl === undefined) {
    return {
      events: memory,
      openCounter: openMemoryCounter,
      figures: () => Promise.resolve(memoryFigures(memory)),
      ready: Promise.resolve(),
    };
  }
  const redis = connectRedis(redisUrl, logger);
  stack.defer(() => redis.disconnect());
  const breaker = stack.use(new RedisBreaker(redis, logger));
  return {
    events: new SharedEventLedger(new RedisEventLedger(redis), memory, breaker),
    openCounter: (name, windowSeconds) => new SharedWindowCounter(redis, breaker, name, windowSeconds),
    figures: () => redisFigures(redis),
    ready: connected(redis),
  };
}

const connected = (redis: Redis): Promise<void> =>
  new Promise((resolve) => {
    const late = setTimeout(resolve, START_WITHOUT_MS).unref();
    redis.once('ready', () => {
      clearTimeout(late);
      resolve();
    });
  });
