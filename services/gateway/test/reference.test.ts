import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OPERATIONS } from '@strata/contracts/operations/table';
import { startTestDatabase, type TestDatabase } from '@strata/testkit/test-databases';
import request from 'supertest';
import { request as undici } from 'undici';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
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
    fixture = await startGateway({ connection: database.connection, env: { PUBLIC_URL, CONSOLE: 'false' } });
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
      const { headers }: Page = await get(path).expect(200).expect('cache-control', 'public, max-age=300');
      const { etag = '' } = headers;
      const plain = get(path).set('Accept-Encoding', 'identity');
      const length = String(Buffer.byteLength((await plain).text));
      for (const known of [etag, `"other", ${etag}`, etag.replace('W/', ''), '*']) {
        const again = await get(path).set({ 'If-None-Match': known, 'Accept-Encoding': 'identity' }).expect(304);
        expect(again.text).toBe('');
        expect(again.headers).toMatchObject({ etag, vary: 'Accept-Encoding', 'content-length': length });
      }
      await get(path).set('If-None-Match', '"other"').expect(200);
      await request(fixture.gateway.app).head(path).expect(200).expect('etag', etag);
    },
  );

  it.each(['/docs', '/v1/openapi.json'])('%s is compressed as the client accepts', async (path) => {
    const url = `http://127.0.0.1:${String(fixture.gateway.port)}${path}`;
    // undici decompresses neither by itself, nor asks for compression.
    const fetchAs = async (encoding: string) => {
      const { headers, body } = await undici(url, { headers: { 'accept-encoding': encoding } });
      return {
        vary: headers['vary'],
        encoding: headers['content-encoding'],
        bytes: Buffer.from(await body.arrayBuffer()),
      };
    };
    const plain = await fetchAs('identity');
    const gzip = await fetchAs('gzip');
    const br = await fetchAs('gzip, deflate, br');
    const refused = await fetchAs('gzip;q=0, br;q=0');
    expect([plain.encoding, gzip.encoding, br.encoding, refused.encoding]).toEqual([
      undefined,
      'gzip',
      'br',
      undefined,
    ]);
    expect([plain.vary, gzip.vary]).toEqual(['Accept-Encoding', 'Accept-Encoding']);
    expect(gunzipSync(gzip.bytes).equals(plain.bytes)).toBe(true);
    expect(brotliDecompressSync(br.bytes).equals(plain.bytes)).toBe(true);
    expect(br.bytes.length * 10).toBeLessThan(plain.bytes.length);
  });

  it('does not describe /metrics, which is not on the public port', async () => {
    expect((await get('/metrics').expect(404)).body).toMatchObject({ error: { code: 'not_found' } });
    expect(JSON.parse((await get('/v1/openapi.json')).text)).not.toHaveProperty(['paths', '/metrics']);
  });

  it('is named by the root path, where there is no console, and by a 404', async () => {
    await get('/').expect(302).expect('location', '/docs');
    const unknown = await get('/v2/memories').expect(404);
    expect(unknown.body).toMatchObject({ error: { code: 'not_found', message: expect.stringContaining('/docs') } });
  });

  it('needs no credential and allows no other method', async () => {
    await request(fixture.gateway.app).post('/docs').expect(405).expect('allow', 'GET, HEAD');
    await get('/docs').set('Authorization', 'Bearer nonsense').expect(200);
  });
});
