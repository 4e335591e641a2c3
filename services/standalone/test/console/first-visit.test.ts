import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeInBrowser } from './fixture/browser.ts';
import { startConsole, type ConsoleFixture, type OpenedPage } from './fixture/console-fixture.ts';
import { findBarriers } from './fixture/find-barriers.ts';

describeInBrowser('A first visit', () => {
  let console: ConsoleFixture;
  let opened: OpenedPage;
  beforeAll(async () => {
    console = await startConsole();
    opened = await console.openAs(await console.newTenant());
  }, 120_000);
  afterAll(() => console.close());

  test('offers the demo’s data, and shows what was learned from it', async () => {
    const { page, faults } = opened;
    await page.getByRole('heading', { name: 'Nothing was captured yet' }).waitFor();
    await page.getByRole('button', { name: 'Load the demo’s data' }).click();
    await page.getByText('The demo’s data is here').waitFor({ timeout: 60_000 });
    await page
      .getByRole('main')
      .getByRole('listitem')
      .getByText(/^(?:Task schema|Failure playbook|Decision policy)$/)
      .first()
      .waitFor();
    await page.getByRole('heading', { name: 'Nothing was captured yet' }).waitFor({ state: 'detached' });
    // The button that worked is gone with the heading, and what was announced of it refers to nothing.
    expect(await findBarriers(page)).toEqual([]);
    expect(faults.lines).toEqual([]);
  }, 90_000);

  test('a question gets its pack: within the budget, with scores, what was left out, and the request as code', async () => {
    const { page, go, faults } = opened;
    await go('/ask');
    await page.getByLabel('Question or task').fill('The payment provider timed out. May I charge the card again?');
    await page.getByLabel('Token budget').fill('300');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.getByText('Use get_payment_status first').first().waitFor();
    expect(await page.getByRole('meter', { name: 'Token budget' }).getAttribute('aria-valuemax')).toBe('300');
    expect(await page.getByText(/^Score \d/).count()).toBeGreaterThan(0);
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('tab', { name: 'As the agent gets it' }).click();
    await page.getByText('<recalled-memory>').waitFor();
    await page.getByRole('tab', { name: /^Left out/ }).click();
    await page.getByText('Left out, because').first().waitFor();
    await page.getByRole('tab', { name: 'Request', exact: true }).click();
    await page.getByText(/curl 'http.*\/v1\/synthesize'/).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(faults.lines).toEqual([]);
    // The address is the question.
    await page.reload();
    await page.getByText('Use get_payment_status first').first().waitFor();
  }, 60_000);
});
