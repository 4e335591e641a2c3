import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { freePort } from '@strata/testkit/free-port';
import type { Page } from 'playwright-core';
import { IdentityProvider } from '../../../gateway/test/identity-provider/identity-provider.ts';
import type { NewTenant } from '../fixtures/new-tenant.ts';
import { describeInBrowser } from './fixture/browser.ts';
import { signIn, startConsole, type ConsoleFixture } from './fixture/console-fixture.ts';
import { findBarriers } from './fixture/find-barriers.ts';
import type { Faults } from './fixture/watched-page.ts';

describeInBrowser('Signing in to the console', () => {
  let console: ConsoleFixture;
  let provider: IdentityProvider;
  let user: NewTenant;
  beforeAll(async () => {
    provider = await IdentityProvider.start();
    const PORT = String(await freePort());
    const PUBLIC_URL = `http://127.0.0.1:${PORT}`;
    const JWT_ISSUERS = JSON.stringify([await provider.addConsole('harbour', PUBLIC_URL, { name: 'Harbour Login' })]);
    console = await startConsole({ PORT, PUBLIC_URL, JWT_ISSUERS });
    user = await console.newTenant();
  });
  afterAll(async () => {
    await console.close();
    await provider.kill();
  });

  test('a user signs in with e-mail address and password, and sees Home', async () => {
    const { page, faults } = await console.openAs(user);
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await page.getByText('Everything works').waitFor();
    expect(await page.title()).toBe('Home – Strata');
    expect(faults.lines).toEqual([]);
  });

  test('a visitor is led to sign in, reads what is wrong, and then sees the page that was asked for', async () => {
    const { page, go, faults } = await console.openVisitor();
    faults.allow(/status of 401/);
    await go('/?from=a-link');
    expect(new URL(page.url()).pathname).toBe('/console/sign-in');
    await page.getByLabel('E-mail address').fill(user.email);
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('alert').getByText('The e-mail address or the password is wrong', { exact: true }).waitFor();
    await signIn(page, user);
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    expect(new URL(page.url()).search).toBe('?from=a-link');
  });

  const atProvider = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'Sign in with Harbour Login' }).click();
    await page.getByLabel('Who are you?').waitFor();
  };

  const allowProvider = ({ allow }: Faults): void => allow(new RegExp(`${provider.issuer}/`));

  test('a user whose provider is down, or who refuses there, reads what happened and can try again', async () => {
    const { page, faults, go } = await console.openVisitor();
    allowProvider(faults);
    faults.allow(/status of 503/);
    await provider.kill();
    await go('/sign-in');
    await page.getByRole('button', { name: 'Sign in with Harbour Login' }).click();
    await page.getByRole('alert').getByText('Harbour Login is unavailable, try again shortly').waitFor();
    await provider.restart();
    await atProvider(page);
    await page.getByRole('button', { name: 'Refuse' }).click();
    await page.getByRole('alert').getByText('Your identity provider did not sign you in').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await atProvider(page);
    expect(faults.lines).toEqual([]);
  });

  test('a user of an identity provider signs in there, and comes back to the page that was asked for', async () => {
    await provider.addUser('ada', { tenant: user.tenantId, name: 'Ada', email: 'ada@example.com' });
    const { page, faults, go, context } = await console.openVisitor();
    allowProvider(faults);
    await go('/memories?agentId=a');
    await atProvider(page);
    await page.getByLabel('Who are you?').fill('ada');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { level: 1, name: 'Memories' }).waitFor();
    expect(page.url()).toBe(`${console.base}/console/memories?agentId=a`);
    await page.waitForLoadState('networkidle');
    const cookies = (await context.cookies(console.base)).filter(({ name }) => name.startsWith('strata'));
    expect(cookies.map(({ name, httpOnly, sameSite }) => [name, httpOnly, sameSite])).toEqual([
      ['strata_session', true, 'Strict'],
    ]);
    await page.getByRole('button', { name: 'Account: Ada' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    expect(faults.lines).toEqual([]);
  });
});
