import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CloseStack } from '@strata/platform/lifecycle/closeable';
import { startTestDatabase, type TestDatabase } from '@strata/testkit/test-databases';
import { newConsoleFolder, TestBrowser } from './console-fixture.ts';
import { startGateway, type GatewayFixture } from './gateway-fixture.ts';

const HOUR_MS = 3_600_000;
const KEYS = '/v1/api-keys';

describe('The session of a browser', () => {
  const stack = new CloseStack();
  let database: TestDatabase;
  let fixture: GatewayFixture;
  let folder: string;
  let later = 0;
  const clock = { now: () => new Date(Date.now() + later) };
  beforeAll(async () => {
    database = stack.use(await startTestDatabase());
    const built = await newConsoleFolder();
    stack.defer(built.remove);
    folder = built.folder;
    fixture = stack.use(await startGateway({ connection: database.connection, consoleFolder: folder, clock }));
  });
  afterAll(() => stack.close());

  const newBrowser = () => new TestBrowser(fixture.gateway.url);
  const signedIn = async () => {
    const user = await fixture.register();
    const browser = newBrowser();
    const session = await browser.signIn(user.token);
    return { ...user, browser, session };
  };

  it('opens with the token of a user, and says who it is and what each operation needs', async () => {
    const { session, tenantId, userId, email } = await signedIn();
    expect(session).toMatchObject({
      user: { id: userId, email, hasPassword: true },
      tenant: { id: tenantId },
      scopes: ['read', 'write', 'admin'],
      isTenantAdmin: true,
      operations: { createTeam: { scope: null, permission: 'team:create' }, captureEvent: { scope: 'write' } },
    });
    expect(JSON.stringify(session)).not.toMatch(/eyJ/);
  });

  it('is in a cookie that scripts cannot read and other sites cannot have sent', async () => {
    const { token } = await fixture.register();
    const response = await newBrowser().send('POST', '/console/session', { authorization: `Bearer ${token}` });
    expect(response.headers.get('set-cookie')).toMatch(
      /^strata_session=[\w.-]+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict$/,
    );
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('gives a page of the console the rights of its user', async () => {
    const { browser } = await signedIn();
    expect((await browser.send('GET', KEYS)).status).toBe(200);
    const created = await browser.send('POST', KEYS, {}, { name: 'From a page', scopes: ['read'] });
    expect(created.status).toBe(201);
    // Browsers send no origin with a GET of their own page, and older ones do not say where it comes from.
    expect((await browser.send('GET', KEYS, { origin: undefined, 'sec-fetch-site': undefined })).status).toBe(200);
  });

  it.each([
    ['no header', { 'x-strata-session': undefined }],
    ['a made-up header', { 'x-strata-session': 'A'.repeat(43) }],
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }],
    ['a page of another host of the same domain', { 'sec-fetch-site': 'same-site' }],
    [
      'another origin, in a browser that says no more',
      { 'sec-fetch-site': undefined, origin: 'https://attacker.example' },
    ],
    ['an origin that hides itself', { 'sec-fetch-site': undefined, origin: 'null' }],
    ['two cookies', { cookie: 'strata_session=a; strata_session=b' }],
  ])('is no credential with %s', async (_case, headers) => {
    const { browser } = await signedIn();
    expect((await browser.send('POST', KEYS, headers, { name: 'Forged', scopes: ['read'] })).status).toBe(401);
    expect((await browser.send('GET', KEYS, headers)).status).toBe(401);
  });

  it('is no credential with the header of another session', async () => {
    const [mine, other] = [await signedIn(), await signedIn()];
    const headers = { 'x-strata-session': other.browser.csrf };
    expect((await mine.browser.send('GET', KEYS, headers)).status).toBe(401);
  });

  it.each([
    ['/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' }],
    ['/v1/otlp/v1/traces', { resourceSpans: [] }],
  ])('opens no other door: %s', async (path, body) => {
    const { browser } = await signedIn();
    expect((await browser.send('POST', path, {}, body)).status).toBe(401);
  });

  it('does not replace a credential that the request has itself', async () => {
    const { browser } = await signedIn();
    expect((await browser.send('GET', KEYS, { authorization: 'Bearer nonsense' })).status).toBe(401);
  });

  it('is neither opened, read, renewed nor closed by a page of another site', async () => {
    const { browser, token } = await signedIn();
    const foreign = { origin: 'https://attacker.example', 'sec-fetch-site': 'cross-site' };
    const opening = await browser.send('POST', '/console/session', { ...foreign, authorization: `Bearer ${token}` });
    const statuses = [opening.status];
    for (const method of ['GET', 'POST', 'DELETE'])
      statuses.push((await browser.send(method, '/console/session', foreign)).status);
    expect(statuses).toEqual([403, 403, 403, 403]);
    for (const method of ['POST', 'DELETE'])
      expect((await browser.send(method, '/console/session', { 'x-strata-session': undefined })).status).toBe(401);
    expect((await browser.send('GET', '/console/session')).headers.get('access-control-allow-origin')).toBeNull();
  });

  it('is not opened by an API key or a wrong token', async () => {
    const { token } = await fixture.register();
    const { key } = await fixture.newKey(token);
    const open = async (credential: string) =>
      (await newBrowser().send('POST', '/console/session', { authorization: `Bearer ${credential}` })).status;
    expect([await open(key), await open('nonsense'), await open(`${token}x`)]).toEqual([403, 401, 401]);
  });

  it('is null without a cookie, and the cookie of an ended session is removed', async () => {
    const { browser, token } = await signedIn();
    expect(await newBrowser().keep(await newBrowser().send('GET', '/console/session'))).toBeNull();
    await fixture.ask('POST /v1/auth/logout', { as: token, body: {} });
    const response = await browser.send('GET', '/console/session');
    expect(response.headers.get('set-cookie')).toMatch(/^strata_session=; Path=\/; Max-Age=0;/);
    expect(await browser.keep(response)).toBeNull();
  });

  it('ends in this browser only, when the user signs out of it', async () => {
    const { browser, token } = await signedIn();
    expect(await browser.keep(await browser.send('DELETE', '/console/session'))).toBeNull();
    expect((await browser.send('GET', KEYS)).status).toBe(401);
    expect((await fixture.ask(`GET ${KEYS}`, { as: token })).status).toBe(200);
  });

  it('is renewed while it is used, with another header, for twelve hours after the password was given', async () => {
    const { browser } = await signedIn();
    try {
      const before = browser.csrf;
      for (let hours = 0; hours < 13; hours += 0.9) {
        later = hours * HOUR_MS;
        await browser.keep(await browser.send('POST', '/console/session'));
        if (browser.csrf === '') break;
      }
      expect(browser.csrf).not.toBe(before);
      expect(later / HOUR_MS).toBeGreaterThan(12);
      later += HOUR_MS;
      expect((await browser.send('GET', KEYS)).status).toBe(401);
    } finally {
      later = 0;
    }
  });

  it('over https has a cookie that no other host of the domain can set, and no other counts', async () => {
    const PUBLIC_URL = 'https://strata.example.com';
    const secure = await startGateway({ connection: database.connection, consoleFolder: folder, env: { PUBLIC_URL } });
    try {
      const { token } = await secure.register();
      const browser = new TestBrowser(secure.gateway.url);
      const origin = { origin: PUBLIC_URL };
      const response = await browser.send('POST', '/console/session', { ...origin, authorization: `Bearer ${token}` });
      expect(response.headers.get('set-cookie')).toMatch(
        /^__Host-strata_session=.*; HttpOnly; SameSite=Strict; Secure$/,
      );
      await browser.keep(response);
      expect((await browser.send('GET', KEYS, origin)).status).toBe(200);
      const planted = { ...origin, cookie: browser.cookie.replace('__Host-', '') };
      expect((await browser.send('GET', KEYS, planted)).status).toBe(401);
    } finally {
      await secure.close();
    }
  });
});
