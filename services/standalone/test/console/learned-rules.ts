import { beforeAll, expect, test } from '@jest/globals';
import { Strata } from '@strata/client/strata';
import { updateArtifact } from '@strata/contracts/operations/artifacts';
import { newMember, newOrganization } from '../fixtures/members.ts';
import type { NewTenant } from '../fixtures/new-tenant.ts';
import { PHONE, type ConsoleFixture, type OpenedPage } from './fixture/console-fixture.ts';
import { findBarriers } from './fixture/find-barriers.ts';
import { loadDemo } from './fixture/load-demo.ts';

/** What each type of artifact shows. */
const KINDS = [
  { type: 'Task schema', heading: 'How it is done', row: undefined },
  { type: 'Failure playbook', heading: 'What fixes it', row: undefined },
  { type: 'Decision policy', heading: 'What to do', row: undefined },
  { type: 'Causal pattern', heading: 'What goes together', row: 'Without the cause' },
] as const;

export function learnedRules(running: () => ConsoleFixture): void {
  let console: ConsoleFixture;
  let owner: NewTenant;
  let api: Strata;
  let opened: OpenedPage;
  beforeAll(async () => {
    console = running();
    owner = await console.newTenant();
    api = new Strata({ baseUrl: console.base, apiKey: owner.api.credential });
    opened = await console.openAs(owner);
    await loadDemo(opened);
  });

  test.each(KINDS)('is a page for each $type, in light and dark, that fits a phone', async ({ type, heading, row }) => {
    const { page, go, faults } = opened;
    await go('/learned');
    await page.getByRole('button', { name: /Type$/ }).click();
    await page.getByRole('option', { name: type }).click();
    await page.waitForURL(/type=/);
    await page.locator('.list-body .list-row').first().waitFor();
    await page.locator('.list-body .list-row').first().press('Enter');
    await page.getByRole('heading', { name: heading, exact: true }).waitFor();
    expect(await page.getByRole('heading', { name: 'Evidence' }).count()).toBe(1);
    if (row !== undefined) await page.getByRole('rowheader', { name: row }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.setViewportSize(PHONE);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    expect(await findBarriers(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.emulateMedia({ colorScheme: 'light' });
    expect(faults.lines).toEqual([]);
  });

  test('shows the evidence of an artifact by one click, and takes what the reader thinks of it', async () => {
    const { page, go, faults } = opened;
    const { items } = await api.api.listArtifacts({ type: 'failure_playbook', limit: 1 });
    const [playbook] = items;
    await go(`/learned/${playbook?.id ?? ''}`);
    await page.getByRole('button', { name: 'Event 1', exact: true }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByText(playbook?.sourceEvents[0] ?? 'none', { exact: true }).waitFor();
    await drawer.getByRole('button', { name: 'Next' }).click();
    await drawer.getByText(playbook?.sourceEvents[1] ?? 'none', { exact: true }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByRole('button', { name: 'Useful', exact: true }).click();
    await page.getByText('You said: useful').waitFor();
    await page.getByRole('button', { name: 'Wrong', exact: true }).click();
    await page.getByText('You said: wrong').waitFor();
    await page.getByRole('link', { name: 'All that was learned' }).click();
    await page.getByRole('button', { name: /Type$/ }).waitFor();
    await page.goBack();
    await page.getByText('You said: wrong').waitFor();
    expect(faults.lines).toEqual([]);
  });

  test('shows two versions of an artifact side by side, with what changed', async () => {
    const { page, go, faults } = opened;
    const { items } = await api.api.listArtifacts({ type: 'failure_playbook', limit: 1 });
    const [playbook] = items;
    await captureAgain(api, playbook?.sourceEvents[0] ?? '');
    await api.learn({ wait: true });
    await go(`/learned/${playbook?.id ?? ''}`);
    await page.getByRole('columnheader', { name: /^Version 1/ }).waitFor();
    expect(await page.getByRole('insertion').count()).toBeGreaterThan(0);
    expect(await page.getByRole('deletion').count()).toBeGreaterThan(0);
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: /Compared with$/ }).click();
    await page.getByRole('option', { name: '1', exact: true }).click();
    await page.getByText('Both say the same.').waitFor();
    expect(faults.lines).toEqual([]);
  });

  test('switches an artifact off with a reason, marks it in the list, and switches it on again', async () => {
    const { page, go, faults } = opened;
    const { items } = await api.api.listArtifacts({ type: 'failure_playbook', limit: 1 });
    const id = items[0]?.id ?? '';
    await go(`/learned/${id}`);
    await page.getByRole('button', { name: 'Switch off', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('The provider <b>changed</b>');
    expect(await findBarriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Switch off', exact: true }).click();
    await page.getByText('The provider <b>changed</b>').waitFor();
    expect(await page.getByRole('button', { name: 'Useful', exact: true }).count()).toBe(0);
    expect((await api.api.getArtifact({ id })).isActive).toBe(false);
    await go('/learned?includeInactive=true&type=failure_playbook');
    await page.getByText('Switched off', { exact: true }).waitFor();
    await go(`/learned/${id}`);
    await page.getByRole('button', { name: 'Switch on', exact: true }).click();
    await dialog.getByRole('button', { name: 'Switch on', exact: true }).click();
    await page.getByRole('button', { name: 'Useful', exact: true }).waitFor();
    expect(await api.api.getArtifact({ id })).toMatchObject({ isActive: true, switchedOff: null });
    expect(faults.lines).toEqual([]);
  });

  test('names the member who switched an artifact off', async () => {
    const { page, go, faults } = opened;
    const admin = await newMember(owner.user, await newOrganization(owner.user), 'admin');
    const { items } = await api.api.listArtifacts({ type: 'failure_playbook', limit: 1 });
    const params = { id: items[0]?.id ?? '' };
    await admin.user.call(updateArtifact, { params, body: { isSwitchedOff: true } });
    // A newer organization, of which the admin is no member, is asked too.
    await newOrganization(owner.user);
    await go(`/learned/${params.id}`);
    await page
      .getByRole('note')
      .getByText(/, by Noor$/)
      .waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await admin.user.call(updateArtifact, { params, body: { isSwitchedOff: false } });
    expect(faults.lines).toEqual([]);
  });

  test('says what to do where nothing is found', async () => {
    const { page, go, faults } = opened;
    await go('/learned?agentId=nobody');
    await page.getByRole('heading', { name: 'Nothing fits these filters' }).waitFor();
    faults.allow(/status of 404/);
    await go('/learned/art_00000000000000000000000000000000');
    await page.getByText('Go back to the list').waitFor();
    expect(faults.lines).toEqual([]);
  });

  test('has no button for a viewer that would be refused', async () => {
    const viewer = await newMember(owner.user, await newOrganization(owner.user), 'viewer');
    const { page, go, faults } = await console.openAs(viewer);
    await go('/learned');
    await page.locator('.list-body .list-row').first().press('Enter');
    await page.getByRole('heading', { name: 'Evidence' }).waitFor();
    for (const name of ['Useful', 'Switch off'])
      expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0);
    expect(faults.lines).toEqual([]);
  });
}

/** Captures the session of an event once more, as another one. */
async function captureAgain(api: Strata, eventId: string): Promise<void> {
  const { sessionId } = await api.api.getEvent({ id: eventId });
  const { items } = await api.api.listEvents({ sessionId, limit: 100 });
  const again = `${sessionId} again`;
  const events = items
    .toReversed()
    .map(({ type, payload, metadata }) => ({ type, sessionId: again, payload, metadata }));
  await api.api.captureBatch({ events });
}
