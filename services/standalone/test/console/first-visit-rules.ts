import { beforeAll, expect, test } from '@jest/globals';
import type { ConsoleFixture, OpenedPage } from './fixture/console-fixture.ts';
import { findBarriers } from './fixture/find-barriers.ts';
import { loadDemo } from './fixture/load-demo.ts';

export function firstVisitRules(running: () => ConsoleFixture): void {
  let console: ConsoleFixture;
  let opened: OpenedPage;
  beforeAll(async () => {
    console = running();
    opened = await console.openAs(await console.newTenant());
  });

  test('offers the demo’s data, and shows what was learned from it', async () => {
    const { page, faults } = opened;
    await page.getByRole('heading', { name: 'Nothing was captured yet' }).waitFor();
    await loadDemo(opened);
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
  });

  test('what was captured, learned and failed is drawn over time, with its figures in a table', async () => {
    const { page, faults } = opened;
    const captures = page.getByRole('figure', { name: /^Captures/ });
    const stored = await page.getByText('Stored events').locator('xpath=following-sibling::*[1]').innerText();
    await captures.getByText(`Events: ${stored}, Failed: 0`).waitFor();
    await captures.locator('canvas').waitFor();
    await captures.getByText('Captures as a table').click();
    expect(await captures.getByRole('row').count()).toBe(25);
    const perHour = await captures.locator('details tbody td:nth-of-type(1)').allInnerTexts();
    expect(perHour.reduce((sum, figure) => sum + Number(figure), 0)).toBe(Number(stored));
    await page.getByRole('figure', { name: /^Learned Memories: [1-9]/ }).waitFor();
    await page.getByText('No job of yours failed.').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: /Range$/ }).click();
    await page.getByRole('option', { name: 'Last 30 days' }).click();
    await page.waitForURL(/\?range=30d$/);
    await captures.getByText(`Events: ${stored}, Failed: 0`).waitFor();
    const days = captures.locator('details tbody tr');
    // The address changes before the figures of the new range are there.
    await days.nth(29).waitFor({ state: 'attached' });
    expect(await days.count()).toBe(30);
    expect(faults.lines).toEqual([]);
  });

  test('usage that nears a limit of the plan is warned of, and what is hidden is not drawn', async () => {
    const { page, faults } = opened;
    const resetsAt = '2026-12-01T00:00:00.000Z';
    const limits = {
      monthlyEvents: { limit: 5_000, used: 4_600, resetsAt },
      requestsPerMinute: { limit: 600, perKey: 60, burst: 100, used: 12, resetsAt: null },
    };
    await page.route('**/v1/usage-metrics', async (route) => {
      const response = await route.fetch();
      const { data, ...rest } = (await response.json()) as { data: object };
      await route.fulfill({ response, json: { ...rest, data: { ...data, limits } } });
    });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.reload();
    await page.getByRole('note').getByText('92% of the plan’s events of this month are used').waitFor();
    await page
      .getByText('After 400 more events, new ones will be refused until December 1, 2026, 00:00 UTC.')
      .waitFor();
    await page.getByText('For a moment, 100 more are accepted. One key may send 60 of them.').waitFor();
    const events = page.getByRole('meter', { name: 'Events this month: 4,600 of 5,000 (92%)' });
    expect(await events.getAttribute('aria-valuenow')).toBe('92');
    expect(await findBarriers(page)).toEqual([]);
    limits.monthlyEvents.used = 5_000;
    await page.reload();
    await page.getByRole('alert').getByText('The plan’s events of this month are used up').waitFor();
    await page.unroute('**/v1/usage-metrics');
    await page.emulateMedia({ colorScheme: 'light' });
    expect(faults.lines).toEqual([]);
  });

  test('a question gets its pack: within the budget, with scores, what was left out, and the request as code', async () => {
    const { page, go, faults } = opened;
    let packs = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/v1/synthesize')) packs++;
    });
    await go('/ask');
    await page.getByLabel('Question or task').fill('The payment provider timed out. May I charge the card again?');
    await page.getByLabel('Token budget').fill('300');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.getByText('Use get_payment_status first').first().waitFor();
    expect(await page.getByRole('meter', { name: 'Tokens used' }).getAttribute('aria-valuemax')).toBe('300');
    expect(await page.getByText(/^Score \d/).count()).toBeGreaterThan(0);
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('tab', { name: 'As the agent gets it' }).click();
    await page.getByText('<recalled-memory>').waitFor();
    await page.getByRole('tab', { name: /^Left out/ }).click();
    await page
      .getByRole('heading', { name: /^Names a customer that the question does not ask about \(\d+\)/ })
      .waitFor();
    await page.getByRole('link', { name: /^mem_/ }).first().waitFor();
    await page.getByRole('tab', { name: 'Request', exact: true }).click();
    await page.getByText(/curl 'http.*\/v1\/synthesize'/).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'This helped' }).click();
    await page.getByText('You said that this pack helped').waitFor();
    await page.getByText(/^It moves \d+ sources? of the pack/).waitFor();
    await page.getByRole('tab', { name: /^Sections/ }).click();
    await page.getByRole('heading', { name: 'Fixes', exact: true }).waitFor();
    await page.getByRole('link', { name: /^art_/ }).first().click();
    await page.waitForURL(/\/learned\/art_/);
    await page.goBack();
    await page.getByText('Use get_payment_status first').first().waitFor();
    expect(packs).toBe(1);
    expect(faults.lines).toEqual([]);
    // The address is the question.
    await page.reload();
    await page.getByText('Use get_payment_status first').first().waitFor();
    await page.getByLabel('Token budget').fill('5');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.getByText(/^The budget of 5 tokens has room for little or nothing/).waitFor();
    await page.getByLabel('Question or task').fill('Coupon rounding');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.getByRole('heading', { name: 'The budget is too small' }).waitFor();
  });
}
