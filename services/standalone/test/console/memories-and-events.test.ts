import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Strata } from '@strata/client/strata';
import type { NewTenant } from '../fixtures/new-tenant.ts';
import { describeInBrowser } from './fixture/browser.ts';
import { PHONE, startConsole, type ConsoleFixture, type OpenedPage } from './fixture/console-fixture.ts';
import { findBarriers } from './fixture/find-barriers.ts';

const SCRIPT = '<script>document.title = "taken over"</script>';

describeInBrowser('Memories and events', () => {
  let console: ConsoleFixture;
  let owner: NewTenant;
  let opened: OpenedPage;
  beforeAll(async () => {
    console = await startConsole();
    owner = await console.newTenant();
    const api = new Strata({ baseUrl: console.base, apiKey: owner.api.credential });
    for (const content of ['We moved the export to four.', `The title is ${SCRIPT}`])
      await api.capture({ type: 'message', sessionId: 'a/b', payload: { role: 'Maya', content } });
    await api.learn({ wait: true });
    opened = await console.openAs(owner);
  }, 120_000);
  afterAll(() => console.close());

  test('An event leads to its session, which reads from its beginning to its end', async () => {
    const { page, go, faults } = opened;
    await go('/events');
    await page.locator('.list-body .list-row').first().press('Enter');
    await page.getByRole('link', { name: 'a/b', exact: true }).click();
    await page.getByRole('heading', { name: 'Transcript' }).waitFor();
    const lines = await page.getByRole('listitem').filter({ hasText: 'Maya' }).allInnerTexts();
    expect(lines[0]).toContain('We moved the export to four.');
    expect(lines[1]).toContain(SCRIPT);
    expect(await findBarriers(page)).toEqual([]);
    expect(faults.lines).toEqual([]);
  }, 60_000);

  test('A memory leads to the event that it comes from, also on a phone in the dark', async () => {
    const { page, go, faults } = opened;
    await page.setViewportSize(PHONE);
    await page.emulateMedia({ colorScheme: 'dark' });
    await go('/memories');
    await page.locator('.list-body .list-row').first().press('Enter');
    await page.getByText('it still holds').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('link', { name: /^evt_/ }).first().click();
    await page.getByRole('heading', { name: 'Content', exact: true }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    expect(faults.lines).toEqual([]);
  }, 60_000);

  test('A filter is in the address, and says what to do where nothing fits', async () => {
    const { page, go, faults } = opened;
    await page.setViewportSize({ width: 1280, height: 800 });
    await go('/events');
    await page.getByLabel('Agent').fill('nobody');
    await page.waitForURL(/agentId=nobody/);
    await page.getByRole('heading', { name: 'No event fits these filters' }).waitFor();
    await go('/memories?current=false');
    await page.getByRole('heading', { name: 'No memory fits these filters' }).waitFor();
    expect(faults.lines).toEqual([]);
  }, 60_000);
});
