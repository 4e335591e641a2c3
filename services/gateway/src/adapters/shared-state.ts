import type { CloseStack } from '@strata/platform/lifecycle/closeable';
import type { Logger } from '@strata/platform/log/logger';
import type { Redis } from 'ioredis';
import type { EventLedger } from '../capture/event-ledger.ts';
import type { CacheFigures } from '../health/figures.ts';
import type { OpenWindowCounter } from '../limits/window-counter.ts';
import type { OpenWindowPair } from '../limits/window-pair.ts';
import { memoryFigures, redisFigures } from './cache-figures.ts';
import type { EventStoreKeys } from './event-store-keys.ts';
import { LedgerGenerations } from './ledger-generations.ts';
import { MemoryEventLedger } from './memory-event-ledger.ts';
import { openMemoryCounter } from './memory-window-counter.ts';
import { openMemoryPair } from './memory-window-pair.ts';
import { connectRedis } from './redis-connection.ts';
import { RedisEventLedger } from './redis-event-ledger.ts';
import { RedisBreaker } from './redis-breaker.ts';
import { SharedEventLedger } from './shared-event-ledger.ts';
import { SharedWindowCounter } from './shared-window-counter.ts';
import { SharedWindowPair } from './shared-window-pair.ts';

const START_WITHOUT_MS = 3_000;

/** The state that several gateways share through Redis, or a single gateway keeps in memory. */
export interface SharedState {
  readonly events: EventLedger;
  readonly openCounter: OpenWindowCounter;
  readonly openPair: OpenWindowPair;
  readonly figures: () => Promise<CacheFigures>;
  /**
   * Settles when Redis is connected, or after three seconds. A gateway that serves before would count by itself for a
   * moment, and admit more requests than the shared limit.
   */
  readonly ready: Promise<void>;
}

export interface SharedStateParts {
  readonly redisUrl: string | undefined;
  readonly keys: EventStoreKeys;
  /** Milliseconds within which a claimed event has been sent, or its capture has failed (default 10,000). */
  readonly sentMs?: number;
  readonly logger: Logger;
}

/** Without a URL, everything is in memory. */
export function openSharedState(stack: CloseStack, { redisUrl, keys, sentMs, logger }: SharedStateParts): SharedState {
  const memory = new MemoryEventLedger(keys.find);
  if (redisUrl === undefined) {
    return {
      events: memory,
      openCounter: openMemoryCounter,
      openPair: openMemoryPair,
      figures: () => Promise.resolve(memoryFigures(memory)),
      ready: Promise.resolve(),
    };
  }
  const redis = connectRedis(redisUrl, logger);
  stack.defer(() => redis.disconnect());
  const breaker = stack.use(new RedisBreaker(redis, logger));
  const shared = new RedisEventLedger(redis);
  return {
    events: new SharedEventLedger({
      shared,
      generations: new LedgerGenerations(shared, breaker, sentMs),
      own: memory,
      keys,
      breaker,
    }),
    openCounter: (name, windowSeconds) => new SharedWindowCounter(redis, breaker, name, windowSeconds),
    openPair: (names, windowSeconds) => new SharedWindowPair(redis, breaker, names, windowSeconds),
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
