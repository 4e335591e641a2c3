import { describe, expect, it } from '@jest/globals';
import { createTestLogger } from '@strata/testkit/test-logger';
import { Writable } from 'node:stream';
import { createLogger } from './logger.ts';

describe('A logger', () => {
  it('writes one JSON object per line, with time, level, service and message', () => {
    const { logger, lines } = createTestLogger('ingest');
    logger.info('stored', { count: 3 });
    expect(lines).toEqual([
      {
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        level: 'info',
        service: 'ingest',
        message: 'stored',
        count: 3,
      },
    ]);
  });

  it('writes a short line of text for a terminal, without secrets', () => {
    let text = '';
    const stream = new Writable({
      write: (chunk, _encoding, next) => {
        text += String(chunk);
        next();
      },
    });
    createLogger({ service: 'gateway', format: 'text', stream }).warn('Redis is away', { host: 'a', password: 'b' });
    expect(text).toMatch(/^\d\d:\d\d:\d\d warn {2}gateway: Redis is away \(host=a, password=(?!b).*\)\n$/);
  });

  it('writes the fields of a child on its every line', () => {
    const { logger, lines } = createTestLogger();
    logger.child({ requestId: 'req_1' }).child({ tenantId: 'ten_1' }).warn('slow');
    expect(lines[0]).toMatchObject({ level: 'warn', requestId: 'req_1', tenantId: 'ten_1' });
  });

  it('masks secrets and payloads at any depth', () => {
    const { logger, text } = createTestLogger();
    const hidden = 'do-not-show';
    logger.info('tried', {
      password: hidden,
      deep: { list: [{ apiKey: hidden, Authorization: hidden, accessToken: hidden }], payload: { text: hidden } },
      headers: { cookie: hidden, 'x-api-key': hidden },
      content: hidden,
      client_secret: hidden,
    });
    logger
      .child({ token: hidden })
      .error('failed', { error: Object.assign(new Error('no'), { parameters: [hidden] }) });
    expect(text()).not.toContain(hidden);
  });

  it('removes credentials from texts, error messages and stacks', () => {
    const { logger, text } = createTestLogger();
    logger.info('connecting to postgres://app:hunter2@db.example/app');
    logger.error('refused', {
      error: new Error('amqp://guest:hunter2@mq:5672 refused', { cause: new Error('Bearer hunter2') }),
      note: 'key strata_live_abc123_hunter2hunter2',
    });
    expect(text()).not.toContain('hunter2');
    expect(text()).toContain('db.example');
    expect(text()).toContain('strata_live_abc123');
  });

  it('keeps name, message, code and stack of an error and its cause', () => {
    const { logger, lines } = createTestLogger();
    const cause = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    logger.error('down', { error: new TypeError('no database', { cause }) });
    expect(lines[0]).toMatchObject({
      error: {
        name: 'TypeError',
        message: 'no database',
        stack: expect.stringContaining('logger.test'),
        cause: { code: 'ECONNREFUSED' },
      },
    });
  });

  it('shortens cycles, deep values, long texts and long lists', () => {
    const { logger, text } = createTestLogger();
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    logger.info('odd', {
      cycle,
      long: 'x'.repeat(1_000_000),
      list: Array.from({ length: 1_000_000 }, () => 1),
      big: 1n,
    });
    expect(text().length).toBeLessThan(10_000);
  });
});
