import type { Redis } from 'ioredis';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import {
  SETTLED_MS,
  type FingerprintClaim,
  type ReservationRequest,
  type ReservationResult,
  type MonthlyQuota,
} from '../capture/event-ledger.ts';

/** How long a different event with the same idempotency key is detected: 30 days. */
export const FINGERPRINT_SECONDS = 30 * 24 * 3600;
/** How long a count is kept after its month, because the clocks of gateways differ. */
const AFTER_THE_MONTH_SECONDS = 24 * 3600;
const UNLIMITED = -1;
const UNKNOWN = -1;

/** Holds the identity of what is stored here. A gateway that finds another identity knows that earlier claims may be lost. */
const GENERATION_KEY = 'strata:ledger';

/** ARGV: the identity of a new generation, and that of the running server, which may have lost its last writes when it ended. */
const OPEN_GENERATION = `
local now = tonumber(redis.call('time')[1])
if redis.call('hget', KEYS[1], 'server') ~= ARGV[2] then
  redis.call('del', KEYS[1])
  redis.call('hset', KEYS[1], 'id', ARGV[1], 'server', ARGV[2], 'since', now)
end
return {redis.call('hget', KEYS[1], 'id'), now - tonumber(redis.call('hget', KEYS[1], 'since'))}`;

/**
 * KEYS: the month, the generation, then the events. ARGV: limit, number of events without a key, lifetime of fingerprints in
 * seconds, the expected generation, whether the event store was asked, then each event's fingerprint, then what the event
 * store knows of each (empty: nothing).
 */
const RESERVE = `
local events = #KEYS - 2
if events > 0 and redis.call('hget', KEYS[2], 'id') ~= ARGV[4] then return {'lost'} end
local limit, count = tonumber(ARGV[1]), 0
if limit >= 0 then
  count = tonumber(redis.call('hget', KEYS[1], 'count'))
  if not count then return {'unfilled'} end
end
local fingerprints, fresh, unknown = {}, {}, {}
for i = 1, events do
  local before = redis.call('get', KEYS[i + 2])
  if not before then
    local stored = ARGV[5 + events + i]
    if ARGV[5] == '0' then unknown[#unknown + 1] = i
    elseif stored ~= '' then before = stored
    else fresh[#fresh + 1] = i end
  end
  fingerprints[i] = before or ARGV[5 + i]
end
if #unknown > 0 then return {'unknown', unknown} end
local charged = tonumber(ARGV[2]) + #fresh
if limit >= 0 and charged > 0 then
  if count + charged > limit then return {'used_up', count} end
  count = redis.call('hincrby', KEYS[1], 'count', charged)
  redis.call('hset', KEYS[1], 'charged_at', redis.call('time')[1])
end
for _, i in ipairs(fresh) do redis.call('set', KEYS[i + 2], ARGV[5 + i], 'EX', ARGV[3]) end
return {'reserved', count, charged, fingerprints}`;

/** ARGV: stored events, what to add to the count, seconds without a charge after which it is lowered, time of expiry. */
const FILL = `
local now, stored, owed = redis.call('time')[1], tonumber(ARGV[1]), tonumber(ARGV[2])
redis.call('hsetnx', KEYS[1], 'charged_at', now)
if owed > 0 then redis.call('hset', KEYS[1], 'charged_at', now) end
local count = redis.call('hincrby', KEYS[1], 'count', owed)
local idle = tonumber(now) - tonumber(redis.call('hget', KEYS[1], 'charged_at'))
if stored >= 0 and (count < stored or idle >= tonumber(ARGV[3])) then redis.call('hset', KEYS[1], 'count', stored) end
redis.call('expireat', KEYS[1], ARGV[4])`;

const RELEASE = `
if redis.call('exists', KEYS[1]) == 1 then redis.call('hincrby', KEYS[1], 'count', -tonumber(ARGV[1])) end`;

const reservationReply = z.union([
  z.tuple([z.literal('unfilled')]),
  z.tuple([z.literal('lost')]),
  z.tuple([z.literal('unknown'), z.array(z.number())]),
  z.tuple([z.literal('used_up'), z.number()]),
  z.tuple([z.literal('reserved'), z.number(), z.number(), z.array(z.string())]),
]);

const generationReply = z.tuple([z.string(), z.number()]);

/** The result of a reservation, and the month's count after it. Only `result` has changed anything. */
export type SharedReservation =
  | { readonly result: ReservationResult; readonly count: number | undefined }
  /** Claims were lost since the expected generation. */
  | 'lost'
  /** Redis does not know these events; the event store has to be asked. */
  | { readonly unknown: readonly FingerprintClaim[] };

/** What Redis knows without a gap. */
export interface StoredGeneration {
  readonly id: string;
  readonly ageSeconds: number;
}

/** The ledger in Redis, shared by all gateways. One round trip per batch. Every method rejects while Redis is away. */
export class RedisEventLedger {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  /** The generation of what Redis holds; a new one if its data was lost, or if it may have been. */
  async openGeneration(): Promise<StoredGeneration> {
    const server = /run_id:(\w+)/.exec(await this.#redis.info('server'))?.[1] ?? '';
    const reply = await this.#redis.eval(OPEN_GENERATION, 1, GENERATION_KEY, randomUUID(), server);
    const [id, ageSeconds] = generationReply.parse(reply);
    return { id, ageSeconds };
  }

  /** `known` is what the event store knows of the events; undefined if it was not asked. */
  async reserve(
    { claims, unkeyed, quota }: ReservationRequest,
    generation = '',
    known?: ReadonlyMap<string, string>,
  ): Promise<SharedReservation> {
    const events = claims.map(({ eventId }) => `strata:fingerprint:${eventId}`);
    const keys = [monthKey(quota), GENERATION_KEY, ...events];
    const values = [
      ...[quota?.limit ?? UNLIMITED, unkeyed, FINGERPRINT_SECONDS, generation, known === undefined ? 0 : 1],
      ...claims.map(({ fingerprint }) => fingerprint),
      ...claims.map(({ eventId }) => known?.get(eventId) ?? ''),
    ];
    const reply = reservationReply.parse(await this.#redis.eval(RESERVE, keys.length, ...keys, ...values));
    if (reply[0] === 'lost') return 'lost';
    if (reply[0] === 'unknown') {
      const positions = new Set(reply[1]);
      return { unknown: claims.filter((_claim, index) => positions.has(index + 1)) };
    }
    const [outcome, count] = reply;
    if (outcome === 'unfilled') return { result: { outcome }, count };
    if (outcome === 'used_up') return { result: { outcome, left: Math.max(0, (quota?.limit ?? 0) - count) }, count };
    return {
      result: { outcome, charged: reply[2], fingerprints: reply[3] },
      count: quota === null ? undefined : count,
    };
  }

  /** `owed` is the number of events charged while Redis was away. */
  async fill(quota: MonthlyQuota, stored: number | null, owed: number): Promise<void> {
    const expiresAt = Math.ceil(quota.endsAt.getTime() / 1000) + AFTER_THE_MONTH_SECONDS;
    await this.#redis.eval(FILL, 1, monthKey(quota), stored ?? UNKNOWN, owed, SETTLED_MS / 1000, expiresAt);
  }

  async release(quota: MonthlyQuota, amount: number): Promise<void> {
    await this.#redis.eval(RELEASE, 1, monthKey(quota), amount);
  }
}

const monthKey = (quota: MonthlyQuota | null): string => `strata:events:${quota?.key ?? ''}`;
