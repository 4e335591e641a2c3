import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CloseStack } from '@strata/platform/lifecycle/closeable';
import { startTestDatabase } from '@strata/testkit/test-databases';
import supertest from 'supertest';
import { request } from 'undici';
import { newConsoleFolder, SCRIPT } from './console-fixture.ts';
import { startGateway, type GatewayFixture } from './gateway-fixture.ts';

describe('The console', () => {
  const stack = new CloseStack();
  let fixture: GatewayFixture;
  let folder: string;
  beforeAll(async () => {
    const { connection } = stack.use(await startTestDatabase());
    const built = await newConsoleFolder();
    stack.defer(built.remove);
    ({ folder } = built);
    const env = { PUBLIC_URL: 'https://example.com/strata/' };
    fixture = stack.use(await startGateway({ connection, consoleFolder: folder, env }));
  });
  afterAll(() => stack.close());

  const get = async (path: string, asked: Record<string, string> = {}) => {
    const { statusCode, headers, body } = await request(fixture.gateway.url + path, { headers: asked });
    return { statusCode, headers, text: await body.text() };
  };

  it('is where the root leads, also below the path of a proxy', async () => {
    const { statusCode, headers } = await get('/');
    expect([statusCode, headers['location']]).toEqual([302, '/strata/console']);
  });

  it.each(['/console', '/console/', '/console/memories', '/console/organizations/org_1/members/mbr_1'])(
    'serves its page at %s, with a policy that allows nothing inline and nothing from elsewhere',
    async (path) => {
      const { statusCode, headers, text } = await get(path);
      expect(statusCode).toBe(200);
      expect(text).toContain('src="/strata/console/assets/index-1a2b.js"');
      expect(headers['cache-control']).toBe('no-cache');
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/unsafe|https?:|\*/);
    },
  );

  it('serves its files compressed, for ever', async () => {
    const path = '/console/assets/index-1a2b.js';
    const plain = await get(path);
    expect(plain.text).toBe(SCRIPT);
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(plain.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect((await get(path, { 'accept-encoding': 'br' })).headers['content-encoding']).toBe('br');
    const etag = String(plain.headers['etag']);
    await supertest(fixture.gateway.app).get(path).set('If-None-Match', etag).expect(304);
  });

  it.each(['other-1a2b.js', '..%2fsecret.json', '..%2f..%2f..%2fetc%2fpasswd', 'index-1a2b.js.map', '%00.js'])(
    'has no file %s',
    async (name) => {
      expect((await get(`/console/assets/${name}`)).statusCode).toBe(404);
    },
  );
});
