import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { ConfigError, loadConfig } from './load-config.ts';

const schema = z.object({
  PORT: z.coerce.number().int().min(1).max(65_535).default(8080),
  DATABASE_URL: z.url(),
  LOG_LEVEL: z.enum(['debug', 'info']).default('info'),
  ISSUERS: z.array(z.object({ issuer: z.string() })).default([{ issuer: 'self' }]),
});

describe('loadConfig', () => {
  it('returns the parsed settings and their defaults', () => {
    expect(loadConfig(schema, { PORT: '9000', DATABASE_URL: 'postgres://localhost/app' })).toMatchObject({
      PORT: 9000,
      LOG_LEVEL: 'info',
    });
  });

  it('freezes the settings at every depth', () => {
    const config = loadConfig(schema, { DATABASE_URL: 'postgres://localhost/app' });
    expect(Object.isFrozen(config)).toBe(true);
    expect(Object.isFrozen(config.ISSUERS[0])).toBe(true);
  });

  it('treats an empty variable as not set', () => {
    expect(loadConfig(schema, { PORT: '', DATABASE_URL: 'postgres://localhost/app' }).PORT).toBe(8080);
  });

  it('names every wrong variable at once and shows no value', () => {
    const load = () => loadConfig(schema, { PORT: '99999', DATABASE_URL: 'hunter2', LOG_LEVEL: 'hunter3' });
    expect(load).toThrow(ConfigError);
    expect(load).toThrow(
      /PORT: must be at most 65535\n {2}DATABASE_URL: .*\n {2}LOG_LEVEL: expected one of debug, info/,
    );
    expect(load).not.toThrow(/hunter/);
  });
});
