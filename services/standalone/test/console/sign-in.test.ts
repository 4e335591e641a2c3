import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { NewTenant } from '../fixtures/new-tenant.ts';
import { describeInBrowser } from './fixture/browser.ts';
import { signIn, startConsole, type ConsoleFixture } from './fixture/console-fixture.ts';

describeInBrowser('Signing in to the console', () => {
  let console: ConsoleFixture;
  let user: NewTenant;
  beforeAll(async () => {
    console = await startConsole();
    user = await console.newTenant();
  }, 120_000);
  afterAll(() => console.close());

  test('a user signs in with e-mail address and password, and sees Home', async () => {
    const { page, faults } = await console.openAs(user);
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await page.getByText('Everything works').waitFor();
    expect(await page.title()).toBe('Home – Strata');
    expect(faults.lines).toEqual([]);
  });

  test('a visitor is led to sign in, and then to the page that was asked for', async () => {
    const { page, go } = await console.openVisitor();
    await go('/?from=a-link');
    expect(new URL(page.url()).pathname).toBe('/console/sign-in');
    await signIn(page, user);
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    expect(new URL(page.url()).search).toBe('?from=a-link');
  });
});
