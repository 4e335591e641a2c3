import type { Redis } from 'ioredis';
import type { CacheFigures } from '../health/figures.ts';
import type { MemoryEventLedger } from './memory-event-ledger.ts';

const MEBIBYTE = 1024 * 1024;

/** Written to, not pinged: a Redis that takes no writes (out of memory, a replica, its disk full) is of no use. */
const PROBE_KEY = 'strata:health';
const PROBE_SECONDS = 60;

/** What Redis says of itself. Errors: when it does not answer, or cannot be written to. */
export async function redisFigures(redis: Redis): Promise<CacheFigures> {
  const askedAt = performance.now();
  await redis.set(PROBE_KEY, '1', 'EX', PROBE_SECONDS);
  const latencyMs = round(performance.now() - askedAt);
  const [persistence, memory] = await Promise.all([redis.info('persistence'), redis.info('memory')]);
  const facts = factsOf(`${persistence}\n${memory}`);
  return {
    latencyMs,
    persistence: {
      aof_enabled: facts.get('aof_enabled') === '1',
      rdb_last_save_time: Number(facts.get('rdb_last_save_time') ?? 0),
    },
    memory: {
      used_memory_mb: round(Number(facts.get('used_memory') ?? 0) / MEBIBYTE),
      maxmemory_mb: round(Number(facts.get('maxmemory') ?? 0) / MEBIBYTE),
      maxmemory_policy: facts.get('maxmemory_policy') ?? 'unknown',
    },
  };
}

/** The same of the cache in this process: nothing of it outlives the process, and the least recently used goes first. */
export function memoryFigures(store: MemoryEventLedger): CacheFigures {
  const askedAt = performance.now();
  const { used, max } = store.memory();
  return {
    latencyMs: round(performance.now() - askedAt),
    persistence: { aof_enabled: false, rdb_last_save_time: 0 },
    memory: {
      used_memory_mb: round(used / MEBIBYTE),
      maxmemory_mb: round(max / MEBIBYTE),
      maxmemory_policy: 'allkeys-lru',
    },
  };
}

/** `INFO` replies with lines of `name:value`. */
const factsOf = (info: string): Map<string, string> =>
  new Map(
    info.split('\n').flatMap((line) => {
      const at = line.indexOf(':');
      return at === -1 ? [] : [[line.slice(0, at), line.slice(at + 1).trim()] as const];
    }),
  );

const round = (value: number): number => Math.round(value * 100) / 100;
