import type { CloseStack } from '@strata/platform/lifecycle/closeable';
import type { Logger } from '@strata/platform/log/logger';
import type { FingerprintStore } from '../capture/fingerprint-store.ts';
import type { CacheFigures } from '../health/figures.ts';
import type { OpenWindowCounter } from '../limits/window-counter.ts';
import { memoryFigures, redisFigures } from './cache-figures.ts';
import { createFallbackFingerprintStore } from './fallback-fingerprint-store.ts';
import { MemoryFingerprintStore, type FindFingerprints } from './memory-fingerprint-store.ts';
import { openMemoryCounter } from './memory-window-counter.ts';
import { connectRedis } from './redis-connection.ts';
import { createRedisFingerprintStore } from './redis-fingerprint-store.ts';
import { RedisWatch } from './redis-watch.ts';
import { SharedWindowCounter } from './shared-window-counter.ts';

/** What several gateways share through Redis, and one alone keeps in memory. */
export interface SharedState {
  readonly fingerprints: FingerprintStore;
  readonly openCounter: OpenWindowCounter;
  readonly figures: () => Promise<CacheFigures>;
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
  const memory = new MemoryFingerprintStore(findFingerprints);
  if (redisUrl === undefined) {
    return {
      fingerprints: memory,
      openCounter: openMemoryCounter,
      figures: () => Promise.resolve(memoryFigures(memory)),
    };
  }
  const redis = connectRedis(redisUrl, logger);
  stack.defer(() => redis.disconnect());
  const watch = stack.use(new RedisWatch(redis, logger));
  return {
    fingerprints: createFallbackFingerprintStore(createRedisFingerprintStore(redis), memory),
    openCounter: (name, windowSeconds) => new SharedWindowCounter(redis, watch, name, windowSeconds),
    figures: () => redisFigures(redis),
  };
}
