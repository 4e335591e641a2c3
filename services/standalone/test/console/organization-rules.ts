import { beforeAll, expect, test } from '@jest/globals';
import { createNamespace } from '@strata/contracts/operations/namespaces';
import { createTeam } from '@strata/contracts/operations/teams';
import { registerAccount } from '@strata/contracts/operations/accounts';
import { Strata } from '@strata/client/strata';
import { newMember, newOrganization, PASSWORD, type InvitedMember } from '../fixtures/members.ts';
import type { NewTenant } from '../fixtures/new-tenant.ts';
import { PHONE, SCRIPT, type ConsoleFixture, type OpenedPage } from './fixture/console-fixture.ts';
import { findBarriers } from './fixture/find-barriers.ts';

const PARTS = ['members', 'teams', 'agents', 'namespaces'];

export function organizationRules(running: () => ConsoleFixture): void {
  let console: ConsoleFixture;
  let owner: NewTenant;
  let viewer: InvitedMember;
  let namespaceId: string;
  let opened: OpenedPage;
  beforeAll(async () => {
    console = running();
    owner = await console.newTenant();
    const orgId = await newOrganization(owner.user);
    const params = { orgId };
    viewer = await newMember(owner.user, orgId, 'viewer');
    await owner.user.call(createTeam, { params, body: { name: SCRIPT } });
    const body = { name: SCRIPT, sensitivity: 'internal' } as const;
    namespaceId = (await owner.user.call(createNamespace, { params, body })).id;
    opened = await console.openAs(owner);
  });

  test('an owner without one creates it', async () => {
    const { page, go, faults } = await console.openAs(await console.newTenant());
    faults.allow(/status of 400/);
    await go('/organization');
    await page.getByRole('heading', { name: 'You are in no organization' }).waitFor();
    await page.getByRole('button', { name: 'Create an organization' }).first().click();
    await page.getByLabel('Name', { exact: true }).fill('Harbour');
    await page.getByLabel('Short name').fill('Not a short name');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('alert').getByText('lower-case letters').waitFor();
    await page.getByLabel('Short name').fill('harbour');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByText('Your role here: owner').waitFor();
    expect(faults.lines).toEqual([]);
  });

  test('an invitation is a link that is shown once, with which a person becomes a member', async () => {
    const { page, go, faults } = opened;
    await go('/organization');
    await page.getByRole('button', { name: 'Invite a person' }).click();
    await page.getByLabel('E-mail address').fill('ines@example.org');
    await page.getByRole('button', { name: 'Role' }).click();
    await page.getByRole('option', { name: /^analyst/ }).click();
    await page.getByText(SCRIPT).click();
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    const shown = page.getByRole('region', { name: 'The invitation for ines@example.org' });
    const link = new URL((await shown.textContent()) ?? '');
    await page.getByRole('button', { name: 'I have kept it' }).click();
    await shown.waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(link.hash);

    const invitationToken = new URLSearchParams(link.hash.slice(1)).get('token') ?? '';
    const body = { email: 'ines@example.org', password: PASSWORD, name: 'Ines', invitationToken };
    await owner.user.as(undefined).call(registerAccount, { body });
    await go('/organization');
    await page.getByRole('row', { name: /Ines/ }).click();
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await page.getByRole('button', { name: 'Role' }).click();
    await page.getByRole('option', { name: /^manager/ }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row', { name: /Ines.*manager/, includeHidden: true }).waitFor();
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog', { name: 'Remove Ines?' }).getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Ines is removed').waitFor();
    expect(faults.lines).toEqual([]);
  });

  test('teams, agents and namespaces are created and shown, whatever their names are', async () => {
    const { page, go, faults } = opened;
    const create = async (button: string, action: string, name: string): Promise<void> => {
      await page.getByRole('button', { name: button }).click();
      await page.getByLabel('Name', { exact: true }).fill(name);
      await page.getByRole('button', { name: action, exact: true }).click();
      await page.getByRole('row', { name: new RegExp(name) }).click();
      await page.getByRole('dialog', { name }).waitFor();
      expect(await findBarriers(page)).toEqual([]);
      await page.getByRole('button', { name: 'Close', exact: true }).click();
    };
    await go('/organization?tab=teams');
    await create('Create a team', 'Create', 'Finance');
    await page.getByRole('tab', { name: 'Agents' }).click();
    await create('Register an agent', 'Register', 'clerk');
    await page.getByRole('tab', { name: 'Namespaces' }).click();
    await create('Create a namespace', 'Create', 'customs');
    await page.getByText(SCRIPT).waitFor();
    expect(await page.title()).toBe('Organization – Strata');
    expect(faults.lines).toEqual([]);
  });

  test('a dry run names the policy that decides, for whom', async () => {
    const { page, go, faults } = opened;
    await go('/policies');
    await page.getByRole('button', { name: 'Create a policy' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Viewers read no customs');
    await page.getByLabel('Resource').fill('*:*');
    await page.getByLabel('Conditions').fill('{');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByText('This is no JSON object.').waitFor();
    await page.getByLabel('Conditions').fill('{"principal.role": "viewer"}');
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('row', { name: /Viewers read no customs.*principal\.role: viewer/ }).waitFor();

    const tryAs = async (who: RegExp): Promise<void> => {
      await page.getByRole('button', { name: 'Who' }).click();
      await page.getByRole('option', { name: who }).click();
      await page.getByRole('button', { name: 'Try it' }).click();
    };
    await page.getByLabel('With what').fill(`namespace:${namespaceId}`);
    await tryAs(/\(viewer\)/);
    const denied = page.getByRole('note').filter({ hasText: 'Denied' });
    await denied.getByText('Viewers read no customs', { exact: true }).waitFor();
    await tryAs(/\(owner\)/);
    await page.getByRole('note').filter({ hasText: 'Allowed' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(faults.lines).toEqual([]);
  });

  test('a lifecycle policy has a preview of what it would do, also before it is created', async () => {
    const { page, go, faults } = opened;
    const api = new Strata({ baseUrl: console.base, apiKey: owner.api.credential });
    const payload = { role: 'user', content: 'The pilot boat leaves at six.' };
    const metadata = { occurredAt: '2010-01-01T09:00:00Z' };
    await api.api.captureEvent({ type: 'message', sessionId: 'old', payload, metadata });
    await go('/lifecycle');
    await page.getByRole('button', { name: 'Create a lifecycle policy' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Delete after ten years');
    await page.getByLabel('Delete after days').fill('3650');
    const preview = page.getByRole('region', { name: 'What it would do now' });
    await preview.getByText('Fill in the scope').waitFor();
    await page.getByLabel('Scope').fill('*:*');
    await preview.getByText('delete 0 memories and 1 event for good').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('row', { name: /after 3,650 days/ }).click();
    await preview.getByText('Events to delete').waitFor();
    expect(await preview.textContent()).toContain('Events to delete1');
    expect(await findBarriers(page)).toEqual([]);
    expect(faults.lines).toEqual([]);
  });

  test('a lifecycle policy is not stored before the preview of what is typed in is shown', async () => {
    const { page, go, faults } = opened;
    const stored: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'GET' || !/\/lifecycle-policies(?:\/[^/]+)?$/u.test(request.url())) return;
      if (!request.url().endsWith('/preview')) stored.push(request.method());
    });
    const preview = page.getByRole('region', { name: 'What it would do now' });
    /** Types a number of days, presses Enter before the preview has arrived, and waits for the preview. */
    const enterTooEarly = async (days: string): Promise<void> => {
      let letCome = (): void => undefined;
      const mayCome = new Promise<void>((resolve) => {
        letCome = resolve;
      });
      await page.route('**/lifecycle-policies/preview', async (route) => {
        await mayCome;
        await route.continue();
      });
      const field = page.getByLabel('Archive after days');
      await field.fill(days);
      await field.press('Enter');
      // Nothing that an earlier form would do is shown beside this one.
      await preview.getByText('Within about a minute').waitFor({ state: 'detached' });
      await field.press('Enter');
      letCome();
      await preview.getByText('Within about a minute').waitFor();
      await page.unroute('**/lifecycle-policies/preview');
    };
    await go('/lifecycle');
    await page.getByRole('button', { name: 'Create a lifecycle policy' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Archive late');
    await page.getByLabel('Scope').fill('memory:*');
    await enterTooEarly('36000');
    await enterTooEarly('36001');
    expect(stored).toEqual([]);
    await page.getByLabel('Archive after days').press('Enter');
    await page.getByRole('row', { name: /Archive late.*after 36,001 days/ }).click();
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await page.getByText('Within about a minute').waitFor();
    expect(stored).toEqual(['POST']);
    await enterTooEarly('36002');
    expect(stored).toEqual(['POST']);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row', { name: /after 36,002 days/, includeHidden: true }).waitFor();
    expect(stored).toEqual(['POST', 'PATCH']);
    expect(faults.lines).toEqual([]);
  });

  test('the audit log shows who changed what, and its chain is checked in the browser', async () => {
    const { page, go, faults } = opened;
    await go('/logs');
    await page.getByRole('row', { name: / policy\.create/ }).click();
    await page.getByRole('region', { name: 'Changes' }).getByText('Viewers read no customs').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByRole('button', { name: 'Check the chain' }).click();
    await page.getByText(/The chain is intact: \d+ entries/).waitFor();
    const choose = async (filter: string, choice: string): Promise<void> => {
      await page.getByRole('button', { name: filter }).click();
      await page.getByRole('option', { name: choice, exact: true }).click();
    };
    await choose('Kind of resource', 'team');
    await choose('Action', 'team.create');
    await page.getByRole('row', { name: / policy\.create/ }).waitFor({ state: 'detached' });
    await choose('Who', 'Strata itself');
    await page.getByRole('heading', { name: 'No entries' }).waitFor();
    expect(new URL(page.url()).searchParams.get('action')).toBe('team.create');
    await page.getByRole('tab', { name: 'Access log' }).click();
    await page.getByLabel('Memory, by id').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(faults.lines).toEqual([]);
  });

  test('a viewer sees no button that would be refused, at phone width too', async () => {
    const { page, go, faults } = await console.openAs(viewer, { size: PHONE, scheme: 'dark' });
    const names = /^(?:Invite a|Create a (?:team|name|life)|Register|Change$|Delete|Remove|Withdraw)/;
    for (const part of PARTS.slice(1)) {
      await go(`/organization?tab=${part}`);
      await page.getByText(/in all|^No agent/).waitFor();
      expect(await page.getByRole('button', { name: names }).count()).toBe(0);
      expect(await findBarriers(page)).toEqual([]);
    }
    expect(await page.getByRole('tab', { name: 'Members' }).count()).toBe(0);
    for (const [path, what] of [
      ['/policies', 'policies'],
      ['/logs', 'logs'],
    ] as const) {
      await go(path);
      await page.getByRole('heading', { name: `You may not see the ${what} of Harbour` }).waitFor();
    }
    await go('/lifecycle');
    await page.getByRole('row', { name: /Delete after ten years/ }).click();
    await page.getByRole('dialog').waitFor();
    expect(await page.getByRole('button', { name: names }).count()).toBe(0);
    expect(await page.getByText('What it would do now').count()).toBe(0);
    expect(faults.lines).toEqual([]);
  });
}
