import { beforeAll, expect, test } from '@jest/globals';
import { Strata } from '@strata/client/strata';
import { createVault } from '@strata/contracts/operations/vaults';
import { newMember, newOrganization } from '../fixtures/members.ts';
import type { NewTenant } from '../fixtures/new-tenant.ts';
import { PHONE, SCRIPT, type ConsoleFixture, type OpenedPage } from './fixture/console-fixture.ts';
import { findBarriers } from './fixture/find-barriers.ts';

const SECRET = 'kelp-and-7-tides';
const NEWER = 'spray-and-8-buoys';
/** Everything that a script of the page, or somebody at the screen, could read. */
const KEPT =
  'document.documentElement.outerHTML + location.href + JSON.stringify({ ...localStorage, ...sessionStorage })';

export function vaultRules(running: () => ConsoleFixture): void {
  let console: ConsoleFixture;
  let user: NewTenant;
  let opened: OpenedPage;
  beforeAll(async () => {
    console = running();
    user = await console.newTenant();
    await user.user.call(createVault, { body: { name: SCRIPT } });
    opened = await console.openAs(user);
  });

  test('a value is revealed with a reason, and hidden again after a while', async () => {
    const { page, go, faults } = opened;
    await page.clock.install();
    await go('/vault');
    await page.getByText(SCRIPT).waitFor();
    await page.getByRole('button', { name: 'Create a vault' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Pilot station');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('row', { name: /Pilot station/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Pilot station' }).waitFor();

    const store = async (button: string, value: string): Promise<void> => {
      await page.getByRole('button', { name: button }).click();
      if (button === 'Add a secret') await page.getByLabel('Name', { exact: true }).fill('tide table');
      await page.getByLabel('Value', { exact: true }).fill(value);
      expect(await findBarriers(page)).toEqual([]);
      await page.getByRole('button', { name: 'Store', exact: true }).click();
      await page.getByLabel('Value', { exact: true }).waitFor({ state: 'detached' });
    };
    await store('Add a secret', SECRET);
    await page.getByRole('row', { name: /tide table/ }).click();
    await store('Store a new version', NEWER);
    expect(await page.evaluate(KEPT)).not.toContain(NEWER);

    await page.getByRole('button', { name: 'Reveal' }).click();
    await page.getByText('Please fill out this field.').waitFor();
    await page.getByLabel('Why do you need the value?').fill('The tide table is set up again');
    await page.getByRole('button', { name: 'Reveal' }).click();
    const value = page.getByRole('region', { name: 'Version 2 of tide table' });
    expect(await value.textContent()).toBe(NEWER);
    expect(await findBarriers(page)).toEqual([]);
    await page.clock.runFor(31_000);
    await value.waitFor({ state: 'detached' });
    expect(await page.evaluate(KEPT)).not.toContain(NEWER);

    await page.getByLabel('Why do you need the value?').fill('Compare with the earlier one');
    await page.getByRole('button', { name: /: the newest/ }).click();
    await page.getByRole('option', { name: '1', exact: true }).click();
    await page.getByRole('button', { name: 'Reveal' }).click();
    const earlier = page.getByRole('region', { name: 'Version 1 of tide table' });
    expect(await earlier.textContent()).toBe(SECRET);
    await page.getByRole('button', { name: 'Hide' }).click();
    await earlier.waitFor({ state: 'detached' });
    expect(await page.evaluate(KEPT)).not.toContain(SECRET);
    expect(faults.lines).toEqual([]);
  });

  test('the log of a vault has the reasons, and its chain is checked in the browser', async () => {
    const { page, faults } = opened;
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByRole('tab', { name: 'Audit log' }).click();
    await page.getByText('The tide table is set up again').waitFor();
    await page.getByRole('button', { name: 'Check the chain' }).click();
    await page.getByText('The chain is intact: 5 entries').waitFor();
    await page.getByRole('row', { name: /Compare with the earlier one/ }).click();
    await page.getByText('Hash of the entry before').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(faults.lines).toEqual([]);
  });

  test('a secret that was found in an event is listed by its rule, and a rule is turned off and on', async () => {
    const { page, go, faults } = await console.openAs(user);
    const api = new Strata({ baseUrl: console.base, apiKey: user.api.credential });
    const token = `ghp_Ab3dE6gH9jK2mN5pQ8rS1tU4vW7xY0zZaB4c`;
    const payload = { role: 'user', content: `Use ${token} to clone.` };
    await api.api.captureEvent({ type: 'message', sessionId: 'leak', payload, metadata: { agentId: SCRIPT } });
    await go('/secrets');
    await page.getByRole('row', { name: /github.*1 secret.*leak/ }).waitFor();
    await page.getByText('1 with secrets among 1 event.').waitFor();
    expect(await page.content()).not.toContain(token);
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('tab', { name: 'Rules' }).click();
    await page.getByRole('row', { name: /^age / }).click();
    await page.getByRole('button', { name: 'Turn off' }).click();
    await page
      .getByRole('dialog', { name: 'Turn the rule age off?' })
      .getByRole('button', { name: 'Turn off' })
      .click();
    await page.getByRole('button', { name: 'Turn on' }).waitFor();
    await page.getByText('1 rule is off.').waitFor();
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByText('All rules are on.').waitFor();
    expect(faults.lines).toEqual([]);
  });

  test('a member without rights sees nobody’s vault, and no button to turn a rule off', async () => {
    const vaultUrl = new URL(opened.page.url()).pathname.replace('/console', '');
    const viewer = await newMember(user.user, await newOrganization(user.user), 'viewer');
    const { page, go, faults } = await console.openAs(viewer, { size: PHONE, scheme: 'dark' });
    faults.allow(/status of 404/);
    await go('/vault');
    await page.getByRole('heading', { name: 'No vaults' }).waitFor();
    await go(vaultUrl);
    await page.getByRole('alert').getByText('The vault does not exist').waitFor();
    expect(await page.getByRole('button', { name: 'Add a secret' }).count()).toBe(0);
    await go('/secrets?tab=rules');
    await page.getByText('An owner or admin of the tenant can turn rules off and on.').waitFor();
    await page.getByRole('row', { name: /^age / }).click();
    await page.getByText('[secret:age:…]').waitFor();
    expect(await page.getByRole('button', { name: /^Turn/ }).count()).toBe(0);
    expect(await findBarriers(page)).toEqual([]);
    expect(faults.lines).toEqual([]);
  });
}
