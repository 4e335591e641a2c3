import { beforeAll, expect, test } from '@jest/globals';
import { createApiKey } from '@strata/contracts/operations/accounts';
import { eventually } from '@strata/testkit/eventually';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { newMember, newOrganization } from '../fixtures/members.ts';
import type { NewTenant } from '../fixtures/new-tenant.ts';
import { SCRIPT, type ConsoleFixture, type OpenedPage } from './fixture/console-fixture.ts';
import { findBarriers } from './fixture/find-barriers.ts';

const run = promisify(execFile);
const STANDALONE = fileURLToPath(new URL('../../', import.meta.url));

export function apiKeyRules(running: () => ConsoleFixture): void {
  let console: ConsoleFixture;
  let user: NewTenant;
  let opened: OpenedPage;
  beforeAll(async () => {
    console = running();
    user = await console.newTenant();
    await user.user.call(createApiKey, { body: { name: SCRIPT, scopes: ['read'] } });
    opened = await console.openAs(user);
  });

  const statusWith = async (key: string): Promise<number> =>
    (await fetch(`${console.base}/v1/memories`, { headers: { authorization: `Bearer ${key}` } })).status;

  test('a key is shown once, works, and is refused when it is revoked', async () => {
    const { page, go, faults } = opened;
    await go('/api-keys');
    await page.getByText(SCRIPT).waitFor();
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByLabel('Name').fill('night export');
    await page.getByRole('button', { name: 'Expires' }).click();
    await page.getByRole('option', { name: 'after 30 days' }).click();
    await page.getByRole('button', { name: 'Owner' }).click();
    await page.getByRole('option', { name: /^The tenant/ }).click();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const shown = page.getByRole('region', { name: 'The new key “night export”' });
    const key = (await shown.textContent()) ?? '';
    expect(await statusWith(key)).toBe(200);
    expect(await findBarriers(page)).toEqual([]);

    await page.getByRole('button', { name: 'I have kept it' }).click();
    await shown.waitFor({ state: 'detached' });
    const kept =
      'document.documentElement.outerHTML + location.href + JSON.stringify({ ...localStorage, ...sessionStorage })';
    expect(await page.evaluate(kept)).not.toContain(key);

    await page.getByRole('row', { name: /night export/ }).click();
    await page.getByText('the tenant (a service key)').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog', { name: 'Revoke “night export”?' }).getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('“night export” is revoked').waitFor();
    await page.getByRole('row', { name: /night export/ }).waitFor({ state: 'detached' });
    await eventually(async () => (await statusWith(key)) === 401);
    expect(await page.title()).toBe('API keys – Strata');
    expect(faults.lines).toEqual([]);
  });

  test('Connect makes a key, and its snippets for curl, TypeScript and Python work as they stand', async () => {
    const { page, go, faults } = opened;
    await go('/connect');
    const snippetsFor = async (tool: string): Promise<string[]> => {
      await page.getByRole('button', { name: 'Tool' }).click();
      await page.getByRole('option', { name: tool, exact: true }).click();
      return page.locator('pre').allTextContents();
    };
    await page.getByRole('button', { name: 'Make a key' }).click();
    await page.getByText('Strata has not seen this key yet').waitFor();
    const curl = await snippetsFor('curl');
    expect(curl).toHaveLength(3);
    expect((await run('bash', ['-ec', curl.join('\n')])).stdout).toContain('"packId"');
    await page.getByText('It is connected').waitFor();
    expect(await findBarriers(page)).toEqual([]);

    // Their second snippet installs what is here already.
    for (const [tool, interpreter] of [
      ['TypeScript', 'node --input-type=module'],
      ['Python', 'python3 -'],
    ] as const) {
      const [environment = '', , program = ''] = await snippetsFor(tool);
      const script = `${environment}\n${interpreter} <<'END'\n${program}\nEND`;
      const env = { ...process.env, PYTHONPATH: join(STANDALONE, '../../libs/client-python/src') };
      const { stdout } = await run('bash', ['-ec', script], { cwd: STANDALONE, env });
      expect(stdout).toContain('Refunds of delivered orders need the approval of Maya.');
    }
    expect(faults.lines).toEqual([]);
  });

  test('a member without the right sees neither a button to create a key nor other people’s keys', async () => {
    const viewer = await newMember(user.user, await newOrganization(user.user), 'viewer');
    const { page, go, faults } = await console.openAs(viewer);
    await go('/api-keys');
    await page.getByRole('heading', { name: 'No API keys' }).waitFor();
    expect(await page.getByRole('button', { name: 'Create a key' }).count()).toBe(0);
    await go('/connect');
    await page.getByText('Your role may not make keys').waitFor();
    expect(await page.getByRole('button', { name: 'Make a key' }).count()).toBe(0);
    expect(faults.lines).toEqual([]);
  });
}
