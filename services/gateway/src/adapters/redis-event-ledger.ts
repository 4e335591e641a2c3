import type { Redis } from 'ioredis';
import { z } from 'zod';
import {
  SETTLED_MS,
  type ReservationRequest,
  type ReservationResult,
  type MonthlyQuota,
} from '../capture/event-ledger.ts';

/** How long a different event with the same idempotency key is detected: 30 days. */
const FINGERPRINT_SECONDS = 30 * 24 * 3600;
/** How long a count is kept after its month, because the clocks of gateways differ. */
const AFTER_THE_MONTH_SECONDS = 24 * 3600;
const UNLIMITED = -1;
const UNKNOWN = -1;

/** KEYS: the month, then the events. ARGV: limit, number of events without a key, lifetime of fingerprints in seconds, then the fingerprints. */
const RESERVE = `
local limit, count = tonumber(ARGV[1]), 0
if limit >= 0 then
  count = tonumber(redis.call('hget', KEYS[1], 'count'))
  if not count then return {'unfilled'} end
end
local fingerprints, fresh = {}, {}
for i = 2, #KEYS do
  local before = redis.call('get', KEYS[i])
  fingerprints[#fingerprints + 1] = before or ARGV[i + 2]
  if not before then fresh[#fresh + 1] = i end
end
local charged = tonumber(ARGV[2]) + #fresh
if limit >= 0 and charged > 0 then
  if count + charged > limit then return {'used_up', count} end
  count = redis.call('hincrby', KEYS[1], 'count', charged)
  redis.call('hset', KEYS[1], 'charged_at', redis.call('time')[1])
end
for _, i in ipairs(fresh) do redis.call('set', KEYS[i], ARGV[i + 2], 'EX', ARGV[3]) end
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
  z.tuple([z.literal('used_up'), z.number()]),
  z.tuple([z.literal('reserved'), z.number(), z.number(), z.array(z.string())]),
]);

/** The result of a reservation, and the month's count after it. */
export interface SharedReservation {
  readonly result: ReservationResult;
  readonly count: number | undefined;
}

/** The ledger in Redis, shared by all gateways. One round trip per batch. Every method rejects while Redis is away. */
export class RedisEventLedger {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  async reserve({ claims, unkeyed, quota }: ReservationRequest): Promise<SharedReservation> {
    const keys = [monthKey(quota), ...claims.map(({ eventId }) => `strata:fingerprint:${eventId}`)];
    const fingerprints = claims.map(({ fingerprint }) => fingerprint);
    const values = [quota?.limit ?? UNLIMITED, unkeyed, FINGERPRINT_SECONDS, ...fingerprints];
    const reply = reservationReply.parse(await this.#redis.eval(RESERVE, keys.length, ...keys, ...values));
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
