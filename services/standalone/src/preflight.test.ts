import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { preflight } from './preflight.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strata-preflight-'));
});
afterEach(() => rm(folder, { recursive: true }));

const check = (env: Record<string, string>) =>
  preflight({ PORT: '0', HOST: '127.0.0.1', DATA_DIR: join(folder, 'new', 'data'), ...env });

describe('The check before the start', () => {
  it('accepts the defaults and creates nothing', async () => {
    await expect(check({})).resolves.toBeUndefined();
    expect(await readdir(folder)).toEqual([]);
  });

  it.each([
    [{ PORT: 'eighty' }, 'PORT'],
    [{ LEARN_CONCURRENCY: '0' }, 'LEARN_CONCURRENCY'],
    [{ API_KEY_PEPPER: 'short' }, 'API_KEY_PEPPER'],
    [{ VAULT_KEY_PROVIDER: 'aws-kms' }, 'VAULT_KEY_PROVIDER'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
  ])('rejects the setting %j by name', async (env, name) => {
    await expect(check(env)).rejects.toThrow(`${name}: `);
  });

  it('rejects a data folder below a file', async () => {
    await writeFile(join(folder, 'file'), '');
    await expect(check({ DATA_DIR: join(folder, 'file', 'data') })).rejects.toThrow(/DATA_DIR .* is not a folder/);
  });

  it('rejects a port in use, and says how to choose another', async () => {
    const server = createServer();
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    try {
      await expect(check({ PORT: String(port) })).rejects.toThrow(`Port ${String(port)} is in use`);
    } finally {
      await new Promise((closed) => server.close(closed));
    }
  });
});
