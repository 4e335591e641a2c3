import { beforeAll, expect, test } from '@jest/globals';
import { logOut } from '@strata/contracts/operations/sign-in';
import { newMember, newOrganization } from '../fixtures/members.ts';
import type { NewTenant } from '../fixtures/new-tenant.ts';
import { signIn, type ConsoleFixture } from './fixture/console-fixture.ts';

export function sessionRules(running: () => ConsoleFixture): void {
  let console: ConsoleFixture;
  let user: NewTenant;
  beforeAll(async () => {
    console = running();
    user = await console.newTenant();
  });

  test('leaves nothing that a script could read', async () => {
    const { page, context } = await console.openAs(user);
    expect(await page.evaluate('document.cookie + JSON.stringify({ ...localStorage, ...sessionStorage })')).toBe('{}');
    expect(await context.cookies()).toMatchObject([{ name: 'strata_session', httpOnly: true, sameSite: 'Strict' }]);
  });

  test('that has ended leads to sign in, and back to the same page', async () => {
    const { page, go, faults } = await console.openAs(user);
    faults.allow(/status of 401/);
    await go('/ask?query=anything&maxTokens=100');
    await user.user.call(logOut, { body: {} });
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await signIn(page, user);
    await page.getByRole('heading', { level: 1, name: 'Ask' }).waitFor();
    expect(new URL(page.url()).search).toBe('?query=anything&maxTokens=100');
    expect(faults.lines).toEqual([]);
  });

  test('ends when the user signs out', async () => {
    const { page, go } = await console.openAs(user);
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await go('/ask');
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  });

  test('goes on by itself when the service was away', async () => {
    const { page, context, faults } = await console.openAs(user);
    faults.allow(/Failed to load resource/);
    await page.getByText('Everything works').waitFor();
    await context.route('**/v1/**', (route) => route.abort('connectionrefused'));
    await page.getByText('Strata does not respond. You see what was loaded before.').waitFor();
    await page.getByText(/^How it is now is not known\. The figures are those of/).waitFor();
    expect(await page.getByText('Everything works').count()).toBe(0);
    await context.unroute('**/v1/**');
    await page.getByText('Strata does not respond.').waitFor({ state: 'detached' });
    await page.getByText('Everything works').waitFor();
    expect(faults.lines).toEqual([]);
  });

  test('of a viewer shows no button that would be refused', async () => {
    const owner = await console.newTenant();
    const viewer = await newMember(owner.user, await newOrganization(owner.user), 'viewer');
    const { page, faults } = await console.openAs(viewer);
    await page.getByText('You may only read here').waitFor();
    expect(await page.getByRole('button', { name: 'Load the demo’s data' }).count()).toBe(0);
    expect(faults.lines).toEqual([]);
  });

  test('can be opened and used by the keyboard alone', async () => {
    const { page, go } = await console.openVisitor();
    await go('/sign-in');
    await page.keyboard.press('Tab');
    await page.keyboard.type(user.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(user.password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await page.reload();
    await page.getByText('Everything works').waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
  });
}
