import { beforeAll, expect, test } from '@jest/globals';
import { Strata } from '@strata/client/strata';
import { getHealth } from '@strata/contracts/operations/health';
import { newMember, newOrganization } from '../fixtures/members.ts';
import type { NewTenant } from '../fixtures/new-tenant.ts';
import { PHONE, type ConsoleFixture, type OpenedPage } from './fixture/console-fixture.ts';
import { findBarriers } from './fixture/find-barriers.ts';

export function operationRules(running: () => ConsoleFixture): void {
  let console: ConsoleFixture;
  let owner: NewTenant;
  let opened: OpenedPage;
  beforeAll(async () => {
    console = running();
    owner = await console.newTenant();
    opened = await console.openAs(owner);
  });

  test('Health shows each dependency and each service', async () => {
    const { page, go, faults } = opened;
    await go('/health');
    for (const name of ['Database', 'Cache', 'Queues', 'Services'])
      await page.getByRole('heading', { name, exact: true }).waitFor();
    const services = page.getByRole('main').getByRole('listitem');
    for (const name of ['ingest', 'learn-compiler', 'synthesis', 'enterprise-org', 'vault'])
      await services.filter({ hasText: name }).getByText('Up', { exact: true }).waitFor();
    await page.getByText('No alert fires').waitFor();
    await page.getByRole('link', { name: /^Dead letters \(0\)/ }).click();
    await page.getByRole('heading', { name: 'No dead letters' }).waitFor();
    expect(faults.lines).toEqual([]);
  });

  test('a service that is down, an alert and dead letters are shown with what to do', async () => {
    const { page, go, faults } = await console.openAs(owner, { scheme: 'dark', size: PHONE });
    faults.allow(/status of 503/);
    // Standalone cannot lose one of its services: so the record is that which the interface documents.
    const record = getHealth.examples.find(({ summary }) => summary === 'A service is missing')?.response;
    const workers = { ...record?.subsystems.workers, deadLetters: { 'ingest.storeEvents': 3, 'x.<script>': 1 } };
    const data = { ...record, subsystems: { ...record?.subsystems, workers } };
    await page.route('**/v1/health', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ status: 503, json: { ...((await response.json()) as object), data } });
    });
    await go('/health');
    await page.getByText('A service does not respond or cannot work').waitFor();
    await page.getByText('Down', { exact: true }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('link', { name: /^Dead letters \(4\)/ }).click();
    await page.getByText('4 dead letters, of all tenants').waitFor();
    await page.getByText('x.<script>').waitFor();
    await page.getByText('npm run dead-letters -- list ingest.storeEvents').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    expect(await findBarriers(page)).toEqual([]);
    expect(faults.lines).toEqual([]);
  });

  test('Jobs shows a job that somebody starts there, until its end', async () => {
    const { page, go, faults } = opened;
    await go('/jobs');
    await page.getByRole('heading', { name: 'No job yet' }).waitFor();
    const api = new Strata({ baseUrl: console.base, apiKey: owner.api.credential });
    await api.remember('The warehouse closes at noon', { agentId: '<script>alert(1)</script>' });
    await page.getByRole('button', { name: 'Learn now', exact: true }).click();
    await page.getByText('The job is queued').waitFor();
    const row = page.locator('.list-body .list-row').first();
    await row.getByText('Completed').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await row.press('Enter');
    await page.getByRole('dialog').getByRole('link', { name: 'See all that was learned, the newest first' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await go('/jobs?status=failed');
    await page.getByRole('heading', { name: 'No job has this status' }).waitFor();
    expect(faults.lines).toEqual([]);
  });

  test('a tenant admin turns automatic learning off and on', async () => {
    const { page, go, faults } = opened;
    await go('/jobs');
    await page.getByRole('button', { name: 'Turn it off' }).click();
    await page.getByText('Sessions are compiled only on request.').waitFor();
    await page.getByRole('button', { name: 'Turn it on' }).click();
    await page.getByText(/^A session is compiled when it ends/).waitFor();
    expect(faults.lines).toEqual([]);
  });

  test('a viewer sees no button that would be refused, and only their own jobs', async () => {
    const viewer = await newMember(owner.user, await newOrganization(owner.user), 'viewer');
    const { page, go, faults } = await console.openAs(viewer);
    await go('/jobs');
    await page.getByRole('heading', { name: 'No job yet' }).waitFor();
    await page.getByRole('heading', { name: 'Automatic learning' }).waitFor();
    for (const name of ['Learn now', /^Turn it/]) expect(await page.getByRole('button', { name }).count()).toBe(0);
    expect(faults.lines).toEqual([]);
  });
}
