import { freePort } from '@strata/testkit/free-port';
import { Redis } from 'ioredis';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Programs } from './find-programs.ts';
import { OwnServer } from './own-server.ts';

export interface OwnRedis {
  readonly server: OwnServer;
  readonly url: string;
  /** Sends one command. */
  readonly command: (name: string, ...args: string[]) => Promise<unknown>;
}

/** Starts a Redis that writes nothing to its disk, so that it loses all its data when it ends. */
export async function startRedis(programs: Programs, folder: string, logs: string): Promise<OwnRedis> {
  const data = join(folder, 'redis');
  await mkdir(data, { mode: 0o700 });
  const port = await freePort();
  const url = `redis://127.0.0.1:${String(port)}`;
  const command = async (name: string, ...args: string[]): Promise<unknown> => {
    const redis = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 0, retryStrategy: () => null });
    redis.on('error', () => undefined);
    try {
      await redis.connect();
      return await redis.call(name, ...args);
    } finally {
      redis.disconnect();
    }
  };
  const server = await OwnServer.start({
    name: 'Redis',
    command: programs.redisServer,
    args: ['--port', String(port), '--bind', '127.0.0.1', '--dir', data, '--save', '', '--appendonly', 'no'],
    logFile: join(logs, 'redis.log'),
    isReady: async () => (await command('PING')) === 'PONG',
    stopSignal: 'SIGTERM',
    setpriv: programs.setpriv,
  });
  return { server, url, command };
}
