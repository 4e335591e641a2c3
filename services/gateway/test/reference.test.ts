import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OPERATIONS } from '@strata/contracts/operations/table';
import { startTestDatabase, type TestDatabase } from '@strata/testkit/test-databases';
import request from 'supertest';
import { startGateway, type GatewayFixture } from './gateway-fixture.ts';

interface Page {
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

const PUBLIC_URL = 'https://strata.example.com';

describe('The reference', () => {
  let fixture: GatewayFixture;
  let database: TestDatabase;
  beforeAll(async () => {
    database = await startTestDatabase();
    fixture = await startGateway({ connection: database.connection, env: { PUBLIC_URL } });
  });
  afterAll(async () => {
    await fixture.close();
    await database.close();
  });

  const get = (path: string) => request(fixture.gateway.app).get(path);

  it('is served as a page with every operation, whose policy blocks external resources', async () => {
    const { text, headers } = await get('/docs').expect(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; img-src data:;/);
    for (const { name, summary } of OPERATIONS) {
      expect(text).toContain(`id="${name}"`);
      expect(text).toContain(summary.replaceAll("'", '&#39;'));
    }
  });

  it('is served as a document with the address of the deployment', async () => {
    const { text, headers }: Page = await get('/v1/openapi.json').expect(200);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(JSON.parse(text)).toMatchObject({ openapi: '3.1.1', servers: [{ url: PUBLIC_URL }] });
  });

  it.each(['/docs', '/v1/openapi.json'])(
    '%s can be cached, and is not sent again to a client that has it',
    async (path) => {
      const { headers, text }: Page = await get(path).expect(200).expect('cache-control', 'public, max-age=300');
      const { etag = '' } = headers;
      for (const known of [etag, `"other", ${etag}`, `W/${etag}`, '*']) {
        const again = await get(path).set('If-None-Match', known).expect(304).expect('etag', etag);
        expect(again.text).toBe('');
        expect(again.headers['content-length']).toBe(String(Buffer.byteLength(text)));
      }
      await get(path).set('If-None-Match', '"other"').expect(200);
      await request(fixture.gateway.app).head(path).expect(200).expect('etag', etag);
    },
  );

  it('is named by the root path and by a 404', async () => {
    await get('/').expect(302).expect('location', '/docs');
    const unknown = await get('/v2/memories').expect(404);
    expect(unknown.body).toMatchObject({ error: { code: 'not_found', message: expect.stringContaining('/docs') } });
  });

  it('needs no credential and allows no other method', async () => {
    await request(fixture.gateway.app).post('/docs').expect(405).expect('allow', 'GET, HEAD');
    await get('/docs').set('Authorization', 'Bearer nonsense').expect(200);
  });
});
