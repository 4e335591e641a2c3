import { beforeAll, expect, test } from '@jest/globals';
import { Strata, type Item } from '@strata/client/strata';
import { newOrganization } from '../fixtures/members.ts';
import type { NewTenant } from '../fixtures/new-tenant.ts';
import { DESKTOP, PHONE, type ConsoleFixture, type OpenedPage } from './fixture/console-fixture.ts';
import { findBarriers } from './fixture/find-barriers.ts';
import { loadDemo } from './fixture/load-demo.ts';

export function lineageRules(running: () => ConsoleFixture): void {
  let console: ConsoleFixture;
  let owner: NewTenant;
  let opened: OpenedPage;
  let artifact: Item<'listArtifacts'>;
  let memoryId: string;
  let eventId: string;
  let resolution: { readonly memoryId: string; readonly eventId: string };
  beforeAll(async () => {
    console = running();
    owner = await console.newTenant();
    const { api } = new Strata({ baseUrl: console.base, apiKey: owner.api.credential });
    opened = await console.openAs(owner);
    await loadDemo(opened);
    const { items } = await api.listArtifacts({ type: 'failure_playbook', limit: 100 });
    ({ artifact, memoryId, eventId } = await sourceOfOneSession(api, items));
    resolution = await resolutionOfSeveralSessions(api);
  });

  /** The node of an id in the drawing. */
  const nodeOf = (id: string) => opened.page.locator(`.lineage-drawing [data-id="${id}"] button`);

  test('One walks by mouse and keyboard from an event to its memory, to an artifact and back', async () => {
    const { page, go, faults } = opened;
    await go(`/events/${eventId}`);
    await page.getByRole('link', { name: 'Lineage', exact: true }).and(page.locator('.page a')).click();
    await nodeOf(memoryId).click();
    await nodeOf(artifact.id).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Open the artifact' }).waitFor();
    expect(await nodeOf(artifact.id).getAttribute('aria-current')).toBe('true');
    expect(await page.locator(`.lineage-drawing [data-id="${eventId} ${memoryId}"]`).count()).toBe(1);
    expect(await page.locator(`.lineage-drawing [data-id="${memoryId} ${artifact.id}"]`).count()).toBe(1);
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('link', { name: 'Open the artifact' }).click();
    await page.getByRole('heading', { name: artifact.title, exact: true }).waitFor();
    await page.locator('.page').getByRole('link', { name: 'Lineage', exact: true }).click();
    await nodeOf(memoryId).focus();
    await page.keyboard.press('Enter');
    await nodeOf(eventId).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Open the event' }).click();
    await page.waitForURL(new RegExp(`/events/${eventId}$`));
    expect(faults.lines).toEqual([]);
  });

  test('The list says the same as the graph, also on a phone in the dark', async () => {
    const { page, go, faults } = opened;
    await page.setViewportSize(PHONE);
    await page.emulateMedia({ colorScheme: 'dark' });
    await go(`/lineage?eventId=${eventId}`);
    const ofMemory = page.locator('.plain-list > li', { has: page.locator(`a[href*="${memoryId}"]`) });
    await ofMemory.getByRole('button', { name: /^Follow / }).click();
    const artifacts = page.getByRole('region', { name: 'Artifacts' });
    await artifacts
      .getByRole('link', { name: artifact.title.slice(0, 40) })
      .first()
      .waitFor();
    await nodeOf(artifact.id).waitFor();
    const listed = await page.locator('.plain-list > li').count();
    expect(await page.locator('.lineage-drawing .lineage-node').count()).toBe(listed);
    expect(await findBarriers(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    await page.setViewportSize(DESKTOP);
    await page.emulateMedia({ colorScheme: 'light' });
    expect(faults.lines).toEqual([]);
  });

  test('An event leads to what solved its error, though that is a memory of another session', async () => {
    const { go, faults } = opened;
    await go(`/lineage?eventId=${resolution.eventId}`);
    await nodeOf(resolution.memoryId).waitFor();
    expect(faults.lines).toEqual([]);
  });

  test('A member of an organization sees the artifacts that it knows', async () => {
    await newOrganization(owner.user);
    const { page, go, faults } = opened;
    const asked = page.waitForResponse(/\/lineage\/graph\//);
    await go(`/lineage?memoryId=${memoryId}`);
    expect((await asked).status()).toBe(200);
    await nodeOf(artifact.id).waitFor();
    await nodeOf(eventId).waitFor();
    expect(faults.lines).toEqual([]);
  });

  test('Says what to do where there is nothing to start from', async () => {
    const { page, go, faults } = opened;
    await go('/lineage');
    await page.getByRole('heading', { name: 'Choose where to start' }).waitFor();
    faults.allow(/status of 404/);
    await go('/lineage?memoryId=mem_00000000000000000000000000000000');
    await page.getByText('Go back to the list').waitFor();
    expect(faults.lines).toEqual([]);
  });
}

/** A memory of what solved an error, and one of its events that belongs to another session. */
async function resolutionOfSeveralSessions(api: Strata['api']): Promise<{ memoryId: string; eventId: string }> {
  const { items } = await api.listMemories({ type: 'error_resolution', limit: 100 });
  for (const { id: memoryId, sessionId, sourceEvents } of items) {
    const events = await Promise.all(sourceEvents.map((id) => api.getEvent({ id })));
    const other = events.find((event) => event.sessionId !== sessionId);
    if (other !== undefined) return { memoryId, eventId: other.id };
  }
  throw new Error('No error of the demo was solved in two sessions');
}

/** A playbook, a memory behind it, and the first event of that memory, which belongs to the memory's session. */
async function sourceOfOneSession(
  api: Strata['api'],
  playbooks: readonly Item<'listArtifacts'>[],
): Promise<{ artifact: Item<'listArtifacts'>; memoryId: string; eventId: string }> {
  for (const artifact of playbooks)
    for (const memoryId of artifact.sourceMemories) {
      const { kind, sessionId, sourceEvents } = await api.getMemory({ id: memoryId });
      const [eventId] = sourceEvents;
      if (kind === 'error_resolution' || eventId === undefined) continue;
      if ((await api.getEvent({ id: eventId })).sessionId === sessionId) return { artifact, memoryId, eventId };
    }
  throw new Error('Nothing was learned from the demo’s data');
}
