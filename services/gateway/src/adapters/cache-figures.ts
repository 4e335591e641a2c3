import type { Redis } from 'ioredis';
import type { CacheFigures } from '../health/figures.ts';
import type { MemoryEventLedger } from './memory-event-ledger.ts';

const MEBIBYTE = 1024 * 1024;

/** Written in place of a ping: a Redis that accepts no writes (out of memory, a replica, disk full) is of no use. */
const PROBE_KEY = 'strata:health';
const PROBE_SECONDS = 60;

/** The figures that Redis reports. Rejects if it does not respond or accepts no writes. */
export async function redisFigures(redis: Redis): Promise<CacheFigures> {
  const startedAt = performance.now();
  await redis.set(PROBE_KEY, '1', 'EX', PROBE_SECONDS);
  const latencyMs = round(performance.now() - startedAt);
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

/** The same figures of the cache in this process. It ends with the process, and evicts the least recently used entries. */
export function memoryFigures(store: MemoryEventLedger): CacheFigures {
  const startedAt = performance.now();
  const { used, max } = store.memory();
  return {
    latencyMs: round(performance.now() - startedAt),
    persistence: { aof_enabled: false, rdb_last_save_time: 0 },
    memory: {
      used_memory_mb: round(used / MEBIBYTE),
      maxmemory_mb: round(max / MEBIBYTE),
      maxmemory_policy: 'allkeys-lru',
    },
  };
}

/** Parses the lines `name:value` of `INFO`. */
const factsOf = (info: string): Map<string, string> =>
  new Map(
    info.split('\n').flatMap((line) => {
      const at = line.indexOf(':');
      return at === -1 ? [] : [[line.slice(0, at), line.slice(at + 1).trim()] as const];
    }),
  );

const round = (value: number): number => Math.round(value * 100) / 100;
