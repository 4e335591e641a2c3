import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readRoles } from '@strata/contracts/calls/organizations';
import { CloseStack } from '@strata/platform/lifecycle/closeable';
import { eventually } from '@strata/testkit/eventually';
import { freePort } from '@strata/testkit/free-port';
import { startTestDatabase } from '@strata/testkit/test-databases';
import { newConsoleFolder, TestBrowser } from './console-fixture.ts';
import { startGateway, type GatewayFixture } from './gateway-fixture.ts';
import { IdentityProvider } from './identity-provider/identity-provider.ts';

describe('A session of a browser that begins with an identity provider', () => {
  const stack = new CloseStack();
  let fixture: GatewayFixture;
  let provider: IdentityProvider;
  let other: IdentityProvider;
  let publicUrl: string;
  let later = 0;
  const clock = { now: () => new Date(Date.now() + later) };
  beforeAll(async () => {
    const starting = Promise.all([startTestDatabase(), IdentityProvider.start(), IdentityProvider.start()]);
    const [database, ...providers] = await starting;
    stack.use(database);
    [provider, other] = providers;
    for (const each of providers) stack.defer(() => each.kill());
    const { folder: consoleFolder, remove } = await newConsoleFolder();
    stack.defer(remove);
    const port = await freePort();
    publicUrl = `http://127.0.0.1:${port}`;
    const issuers = [await provider.addConsole('example', publicUrl), await other.addConsole('other', publicUrl)];
    const env = { PORT: String(port), PUBLIC_URL: publicUrl, JWT_ISSUERS: JSON.stringify(issuers) };
    fixture = stack.use(await startGateway({ connection: database.connection, consoleFolder, clock, env }));
    await fixture.bus.serve(readRoles, async () => ({ roles: [] }));
  });
  afterAll(() => stack.close());

  const KEYS = '/v1/api-keys';
  const newBrowser = () => new TestBrowser(fixture.gateway.url);
  const PROVIDERS = '/console/session/providers';
  const SIGN_IN = /^strata_sign_in=([\w-]+); Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/;
  const begin = async (id = 'example', browser = newBrowser()) => {
    const response = await browser.send('POST', `${PROVIDERS}/${id}`, {}, { next: '/memories?agentId=a' });
    const { data } = (await response.clone().json()) as { data: { address: string } };
    browser.keepCookies(response);
    return { browser, response, address: data.address };
  };
  /** As a browser follows a redirect from the provider's site. */
  const comeBack = async (browser: TestBrowser, answer: string) => {
    const foreign = { origin: undefined, 'sec-fetch-site': 'cross-site', 'x-strata-session': undefined };
    const response = await browser.send('GET', answer.slice(publicUrl.length), foreign);
    browser.keepCookies(response);
    return { response, location: response.headers.get('location') };
  };
  const newUser = async (claims: object = {}): Promise<string> => {
    const { tenantId } = await fixture.register();
    const name = `user-${tenantId}`;
    await provider.addUser(name, { tenant: tenantId, email: 'ada@example.com', name: 'Ada', ...claims });
    return name;
  };
  const failed = (why: string): string => `/console/sign-in?failed=${why}&next=%2Fmemories%3FagentId%3Da`;

  it('begins at the provider, which sends the user back to one exact address', async () => {
    expect((await (await newBrowser().send('GET', PROVIDERS)).json()) as object).toMatchObject({
      data: {
        providers: [
          { id: 'example', name: 'Example' },
          { id: 'other', name: 'Example' },
        ],
      },
    });
    const { response, address, browser } = await begin();
    expect(response.headers.get('set-cookie')).toMatch(SIGN_IN);
    expect(Object.fromEntries(new URL(address).searchParams)).toEqual({
      client_id: 'console-example',
      redirect_uri: `${publicUrl}${PROVIDERS}/example/callback`,
      response_type: 'code',
      scope: 'openid email profile',
      state: expect.stringMatching(/^[\w-]{43}$/) as unknown,
      nonce: expect.stringMatching(/^[\w-]{43}$/) as unknown,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/) as unknown,
      code_challenge_method: 'S256',
    });
    const again = await begin('example', browser);
    expect(new URL(again.address).searchParams.get('state')).not.toBe(new URL(address).searchParams.get('state'));
  });

  it('is like one that began with a password', async () => {
    const user = await newUser();
    const { browser, address } = await begin();
    const { response, location } = await comeBack(browser, await provider.answer(address, user));
    expect([response.status, location]).toEqual([303, '/console/sign-in?next=%2Fmemories%3FagentId%3Da']);
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^strata_session=[\w.-]+; Path=\/; Max-Age=3600; HttpOnly; SameSite=Strict$/),
      'strata_sign_in=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
    ]);
    expect(await browser.keep(await browser.send('GET', '/console/session'))).toMatchObject({
      user: { name: 'Ada', hasPassword: false },
    });
    expect((await browser.send('GET', KEYS)).status).toBe(200);
    expect(await browser.keep(await browser.send('POST', '/console/session'))).toMatchObject({
      user: { name: 'Ada' },
    });
    const [, token = ''] = browser.cookie.split('=');
    await fixture.ask('POST /v1/auth/logout', { as: token, body: {} });
    expect((await browser.send('GET', KEYS)).status).toBe(401);
  });

  it('does not open for an answer that another browser brings, that comes twice or that was tampered with', async () => {
    const user = await newUser();
    const { browser, address } = await begin();
    const answer = await provider.answer(address, user);
    expect((await comeBack(newBrowser(), answer)).location).toBe('/console/sign-in?failed=outdated&next=');
    const attacked = (await begin()).browser;
    expect((await comeBack(attacked, answer)).location).toBe(failed('outdated'));
    const elsewhere = (await begin('other')).browser;
    expect((await comeBack(elsewhere, answer)).location).toBe(failed('outdated'));

    const { cookie } = browser;
    const [, value = ''] = cookie.split('=');
    const attempt = JSON.parse(Buffer.from(value, 'base64url').toString()) as Record<string, string>;
    const withAttempt = async (change: object, query = '') => {
      const tampered = newBrowser();
      const text = JSON.stringify({ ...attempt, ...change });
      tampered.cookie = `strata_sign_in=${Buffer.from(text).toString('base64url')}`;
      const { location } = await comeBack(tampered, `${answer}${query}`);
      expect(tampered.cookie).toBe('');
      return location;
    };
    expect(await withAttempt({ state: 'x'.repeat(43) })).toBe(failed('outdated'));
    expect(await withAttempt({ verifier: 'x' })).toBe('/console/sign-in?failed=outdated&next=');
    expect(await withAttempt({}, `&state=${attempt['state']}`)).toBe(failed('failed'));
    expect(await withAttempt({ verifier: 'x'.repeat(43) })).toBe(failed('failed'));
    const second = await begin();
    const twice = await provider.answer(second.address, user);
    const kept = second.browser.cookie;
    expect((await comeBack(second.browser, twice)).location).not.toContain('failed');
    second.browser.cookie = kept;
    expect((await comeBack(second.browser, twice)).location).toBe(failed('failed'));
  });

  it('does not open for an ID token with another nonce', async () => {
    const user = await newUser();
    const { browser, address } = await begin();
    const other = new URL(address);
    other.searchParams.set('nonce', 'y'.repeat(43));
    const { location } = await comeBack(browser, await provider.answer(other.href, user));
    expect(location).toBe(failed('failed'));
  });

  it('says that the user refused, or may not enter the tenant', async () => {
    const refusing = await begin();
    const refused = await comeBack(refusing.browser, await provider.answer(refusing.address, null));
    expect(refused.location).toBe(failed('refused'));
    for (const tenant of [undefined, 'ten_unknown']) {
      const user = await newUser({ tenant });
      const { browser, address } = await begin();
      expect((await comeBack(browser, await provider.answer(address, user))).location).toBe(failed('not-admitted'));
    }
  });

  it('begins for no page of another site, no unknown provider and no endless address', async () => {
    const foreign = { origin: 'https://attacker.example', 'sec-fetch-site': 'cross-site' };
    const post = async (path: string, body: object, headers = {}) =>
      (await newBrowser().send('POST', `${PROVIDERS}/${path}`, headers, body)).status;
    expect(await post('example', { next: '/' }, foreign)).toBe(403);
    expect(await post('unknown', { next: '/' })).toBe(404);
    expect(await post('example', { next: `/${'x'.repeat(1_000)}` })).toBe(400);
  });

  it('says that the provider is down, and opens as soon as it is back', async () => {
    const user = await newUser();
    const { browser, address } = await begin();
    const answer = await provider.answer(address, user);
    await provider.kill();
    expect((await comeBack(browser, answer)).location).toBe(failed('unavailable'));
    later = 11_000;
    try {
      const response = await newBrowser().send('POST', `${PROVIDERS}/example`, {}, { next: '/' });
      expect([response.status, ((await response.json()) as { error: object }).error]).toEqual([
        503,
        { code: 'unavailable', message: 'Example is unavailable, try again shortly' },
      ]);
    } finally {
      later = 0;
      await provider.restart();
    }
    await eventually(async () => {
      const next = await begin();
      const { location } = await comeBack(next.browser, await provider.answer(next.address, user));
      return location?.includes('failed') === false;
    });
  });

  it('leaves no code and no token in the log', async () => {
    const text = JSON.stringify(fixture.log.lines);
    expect(text).toContain('Signing in with an identity provider failed');
    expect(text).not.toMatch(/code=|eyJ/);
  });
});
