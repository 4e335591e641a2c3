import { beforeAll, expect, test } from '@jest/globals';
import { Strata } from '@strata/client/strata';
import type { NewTenant } from '../fixtures/new-tenant.ts';
import { PHONE, SCRIPT, type ConsoleFixture, type OpenedPage } from './fixture/console-fixture.ts';
import { findBarriers } from './fixture/find-barriers.ts';

/** Ten pages of a list; long enough that most of it is not in the page. */
const LONG = 950;

export function memoryAndEventRules(running: () => ConsoleFixture): void {
  let console: ConsoleFixture;
  let owner: NewTenant;
  let opened: OpenedPage;
  beforeAll(async () => {
    console = running();
    owner = await console.newTenant();
    const api = new Strata({ baseUrl: console.base, apiKey: owner.api.credential });
    const claims = ['I live in Boston, close to the river.', 'We moved at last. I live in San Diego now.'];
    for (const [at, content] of claims.entries()) {
      const metadata = { userId: 'ada', occurredAt: `2026-0${String(at + 1)}-05T09:00:00Z` };
      await api.capture({
        type: 'message',
        sessionId: `visit ${String(at)}`,
        payload: { role: 'user', content },
        metadata,
      });
    }
    const run = { sessionId: 'run-1', payload: { tool_name: 'get_order', input: { order_id: 'o-77' } } };
    await api.capture({ type: 'tool_call', ...run });
    await api.capture({ type: 'test_run', sessionId: 'run-1', payload: { name: 'task', passed: false } });
    for (const content of ['We moved the export to four.', `The title is ${SCRIPT}`])
      await api.capture({ type: 'message', sessionId: 'a/b', payload: { role: 'Maya', content } });
    await api.learn({ wait: true });
    await api.api.captureBatch({
      events: Array.from({ length: LONG }, (_, at) => ({
        type: 'message' as const,
        sessionId: 'long',
        payload: { role: 'Maya', content: `Message ${String(at)}. ${'And more of it. '.repeat(at % 40)}` },
      })),
    });
    opened = await console.openAs(owner);
  });

  test('An event leads to its session, which reads from its beginning to its end', async () => {
    const { page, go, faults } = opened;
    await go('/events?sessionId=a%2Fb');
    await page.locator('.list-body .list-row').first().press('Enter');
    await page.getByRole('link', { name: 'a/b', exact: true }).click();
    await page.getByRole('heading', { name: 'Transcript' }).waitFor();
    const lines = await page.getByRole('article').filter({ hasText: 'Maya' }).allInnerTexts();
    expect(lines[0]).toContain('We moved the export to four.');
    expect(lines[1]).toContain(SCRIPT);
    expect(await findBarriers(page)).toEqual([]);
    expect(faults.lines).toEqual([]);
  });

  test('A long session opens at its end, has few of its events in the page, and is read by keyboard and by a link', async () => {
    const { page, go, faults } = opened;
    await go('/sessions/long');
    const turns = page.getByRole('article');
    const focused = page.locator('article:focus');
    await turns.getByText(`Message ${String(LONG - 1)}.`).waitFor();
    expect(await turns.last().getAttribute('aria-setsize')).toBe(String(LONG));
    expect(await turns.count()).toBeLessThan(60);
    await turns.last().focus();
    await page.keyboard.press('ArrowUp');
    await focused.getByText(`Message ${String(LONG - 2)}.`).waitFor();
    await page.keyboard.press('Home');
    await focused.getByText('Message 0.').waitFor();
    expect(await focused.getAttribute('aria-posinset')).toBe('1');
    expect(await turns.count()).toBeLessThan(60);
    expect(await findBarriers(page)).toEqual([]);

    await page.getByLabel('Find in this session').fill('message 417.');
    await page.getByRole('status').getByText('1 event found').waitFor();
    await page.keyboard.press('Enter');
    await focused.getByText('Message 417.').waitFor();
    expect(await focused.locator('mark').allInnerTexts()).toEqual(['Message 417.']);
    // The address leads to the event, also in another tab.
    await page.reload();
    await focused.getByText('Message 417.').waitFor();
    expect(await turns.filter({ hasText: 'Message 417.' }).getAttribute('aria-current')).toBe('true');
    expect(faults.lines).toEqual([]);
  });

  test('A list keeps the rows near those in sight, and reads others again', async () => {
    const { page, go, faults } = opened;
    await go('/events?sessionId=long');
    const rows = page.locator('.list-body [role=row]');
    const scrollTo = (top: number): Promise<unknown> =>
      page.evaluate(`document.querySelector('.data-list').scrollTop = ${String(top)}`);
    await rows.getByText(`Message ${String(LONG - 1)}.`).waitFor();
    for (let read = 100; read <= LONG; read += 100) {
      await scrollTo(read * 44);
      // The first row of the next page: the list is no longer than what was read, so nobody can scroll further before.
      await rows.getByText(new RegExp(`^Message ${String(LONG - read - 1)}\\.`)).waitFor();
    }
    await scrollTo(LONG * 44);
    await rows.getByText('Message 0.', { exact: false }).first().waitFor();
    expect(await rows.count()).toBeLessThan(60);
    await scrollTo(0);
    await rows.getByText(`Message ${String(LONG - 1)}.`).waitFor();
    expect(faults.lines).toEqual([]);
  });

  test('A memory leads to the event that it comes from, also on a phone in the dark', async () => {
    const { page, go, faults } = opened;
    await page.setViewportSize(PHONE);
    await page.emulateMedia({ colorScheme: 'dark' });
    await go('/memories');
    await page.locator('.list-body .list-row').first().press('Enter');
    await page.getByText('it still holds').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('link', { name: 'Event 1', exact: true }).click();
    await page.getByRole('heading', { name: 'Content', exact: true }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    expect(faults.lines).toEqual([]);
  });

  test('An archived memory says so, and is restored', async () => {
    const { page, context, go, faults } = opened;
    await context.route('**/timeline', async (route) => {
      const answer = await route.fetch();
      const text = await answer.text();
      await route.fulfill({
        response: answer,
        body: text.replaceAll('"archivedAt":null', '"archivedAt":"2026-08-01T09:00:00.000Z"'),
      });
    });
    await go('/memories');
    await page.locator('.list-body .list-row').first().press('Enter');
    await page.getByText('Archived', { exact: true }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await context.unroute('**/timeline');
    await page.getByRole('button', { name: 'Restore', exact: true }).click();
    await page.getByText('Archived', { exact: true }).waitFor({ state: 'detached' });
    expect(faults.lines).toEqual([]);
  });

  test('A memory shows on a time line what replaced it, one click away', async () => {
    const { page, go, faults } = opened;
    await page.setViewportSize({ width: 1280, height: 800 });
    await go('/memories?current=false');
    await page.locator('.list-body .list-row').first().press('Enter');
    const line = page.getByRole('list', { name: 'What held, the earliest first' }).getByRole('listitem');
    await line.filter({ hasText: 'Boston' }).getByText('This one').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await line.getByRole('link', { name: /San Diego/ }).click();
    await line.filter({ hasText: 'San Diego' }).getByText('This one').waitFor();
    await page.getByText('it still holds').waitFor();
    expect(faults.lines).toEqual([]);
  });

  test('A session is found by its outcome, which its transcript shows', async () => {
    const { page, go, faults } = opened;
    await go('/sessions?outcome=failure');
    await page.locator('.list-body .list-row').first().press('Enter');
    await page.getByRole('heading', { name: 'Transcript' }).waitFor();
    await page.getByText('run-1').first().waitFor();
    await page.getByText('Failure', { exact: true }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await go('/events?outcome=failure');
    const events = page.locator('.list-body .list-row');
    await events.getByText('run-1').first().waitFor();
    expect(await events.count()).toBe(2);
    await page.getByRole('button', { name: 'Failure Outcome of the session' }).waitFor();
    await go('/memories?outcome=success');
    await page.getByRole('heading', { name: 'No memory fits these filters' }).waitFor();
    expect(faults.lines).toEqual([]);
  });

  test('A filter is in the address, and says what to do where nothing fits', async () => {
    const { page, go, faults } = opened;
    await page.setViewportSize({ width: 1280, height: 800 });
    await go('/events');
    await page.getByLabel('Agent').fill('nobody');
    await page.waitForURL(/agentId=nobody/);
    await page.getByRole('heading', { name: 'No event fits these filters' }).waitFor();
    await go('/memories?tag=none');
    await page.getByRole('heading', { name: 'No memory fits these filters' }).waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByText('Filters (1 in use)').click();
    await page.getByLabel('Tag').fill('');
    await page.locator('.list-body .list-row').first().waitFor();
    expect(new URL(page.url()).search).toBe('');
    await go('/memories?tag=none&agentId=nobody');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.locator('.list-body .list-row').first().waitFor();
    expect(new URL(page.url()).search).toBe('');
    await go('/memories?sessionId=nowhere');
    await page.getByRole('link', { name: 'See what is archived' }).click();
    await page.waitForURL(/archived=true/);
    await page.getByText('Archived by a lifecycle policy').waitFor();
    expect(faults.lines).toEqual([]);
  });
}
