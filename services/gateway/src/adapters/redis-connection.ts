import type { Logger } from '@strata/platform/log/logger';
import { Redis } from 'ioredis';

const COMMAND_TIMEOUT_MS = 500;
const CONNECT_TIMEOUT_MS = 2_000;
/** After this long without a byte in response to a command, the connection is replaced. */
const SOCKET_TIMEOUT_MS = 2_000;
const MAX_RECONNECT_MS = 1_000;
const RECONNECT_STEP_MS = 50;

/** A connection to Redis or Valkey that reconnects by itself. While it is down, commands fail at once instead of queueing. */
export function connectRedis(url: string, logger: Logger): Redis {
  const redis = new Redis(url, {
    commandTimeout: COMMAND_TIMEOUT_MS,
    connectTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    // What requests of one turn of the event loop ask is one write to the socket.
    enableAutoPipelining: true,
    retryStrategy: (attempt) => Math.min(MAX_RECONNECT_MS, attempt * RECONNECT_STEP_MS),
  });
  let down = false;
  let reason: unknown;
  redis.on('ready', () => {
    if (down) logger.info('Redis is back');
    down = false;
  });
  redis.on('error', (error: unknown) => {
    reason = error;
  });
  redis.on('reconnecting', () => {
    if (!down) logger.warn('Redis does not respond', { error: reason });
    down = true;
  });
  return redis;
}
