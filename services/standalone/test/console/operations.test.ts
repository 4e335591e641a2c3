import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { getHealth } from '@strata/contracts/operations/health';
import type { NewTenant } from '../fixtures/new-tenant.ts';
import { describeInBrowser } from './fixture/browser.ts';
import { PHONE, startConsole, type ConsoleFixture, type OpenedPage } from './fixture/console-fixture.ts';
import { findBarriers } from './fixture/find-barriers.ts';

describeInBrowser('The pages about operations', () => {
  let console: ConsoleFixture;
  let owner: NewTenant;
  let opened: OpenedPage;
  beforeAll(async () => {
    console = await startConsole();
    owner = await console.newTenant();
    opened = await console.openAs(owner);
  }, 120_000);
  afterAll(() => console.close());

  test('Health shows each dependency and each service', async () => {
    const { page, go, faults } = opened;
    await go('/health');
    for (const name of ['Database', 'Cache', 'Queues', 'Services'])
      await page.getByRole('heading', { name, exact: true }).waitFor();
    for (const name of ['ingest', 'learn-compiler', 'synthesis', 'enterprise-org', 'vault'])
      await page.getByRole('listitem').filter({ hasText: name }).first().getByText('Up', { exact: true }).waitFor();
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
});
