import { beforeAll, expect, test } from '@jest/globals';
import { Strata } from '@strata/client/strata';
import { createOrganization } from '@strata/contracts/operations/organizations';
import type { Page } from 'playwright-core';
import type { NewTenant } from '../fixtures/new-tenant.ts';
import { DESKTOP, PHONE, SCRIPT, type ConsoleFixture } from './fixture/console-fixture.ts';
import { findBarriers } from './fixture/find-barriers.ts';
import { watchWaterfall } from './fixture/watched-page.ts';

/** Pages of visitors. Those of signed-in users are found in the navigation. */
const VISITOR_PAGES = ['/sign-in', '/register', '/reset-password#token=x', '/accept-invitation#token=x'];

/** The session, and then what the page shows. */
const DEEPEST = 2;

const LOOKS = [
  { scheme: 'light', size: DESKTOP },
  { scheme: 'dark', size: PHONE },
] as const;
type Look = (typeof LOOKS)[number];

/** What is wrong with the page that is open. A line each; empty if all is well. */
async function findFlaws(page: Page): Promise<string[]> {
  await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => undefined);
  const found = await findBarriers(page);
  const excess = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));
  if (excess > 0) found.push(`wider than the window by ${String(excess)} px`);
  if (!(await page.title()).endsWith(' – Strata')) found.push('no title');
  return found;
}

export function everyPageRules(running: () => ConsoleFixture): void {
  let console: ConsoleFixture;
  let user: NewTenant;
  beforeAll(async () => {
    console = running();
    user = await console.newTenant();
    const api = new Strata({ baseUrl: console.base, apiKey: user.api.credential });
    // Whoever writes into Strata chooses names that somebody else's browser shows.
    await api.remember(`${SCRIPT}<img src=x onerror=alert(1)>`, {
      agentId: '<script>alert(2)</script>',
    });
    await api.learn({ wait: true });
    await user.user.call(createOrganization, { body: { name: 'Harbour', slug: 'harbour' } });
  });

  test('has no barrier, no error, no request to elsewhere and no wider content than the window, in every look', async () => {
    // A page is looked at once nothing is loading, so two looks at a time wait together.
    const found = await Promise.all(LOOKS.map(findFlawsIn));
    expect(found.flat()).toEqual([]);
  });

  async function findFlawsIn(look: Look): Promise<string[]> {
    const found: string[] = [];
    const visitor = await console.openVisitor(look);
    for (const path of VISITOR_PAGES) {
      await visitor.go(path);
      found.push(...(await findFlaws(visitor.page)).map((line) => `${path}: ${line}`));
    }
    await visitor.page.close();

    const member = await console.openAs(user, look);
    const links = await member.page.getByRole('navigation', { name: 'Pages', includeHidden: true }).locator('a').all();
    const paths = await Promise.all(links.map(async (link) => (await link.getAttribute('href')) ?? ''));
    expect(paths[0]).toBe('/console');
    const waterfall = watchWaterfall(member.page);
    for (const href of paths) {
      const path = href.replace(/^\/console/, '') || '/';
      await waterfall.begin();
      await member.go(path);
      found.push(...(await findFlaws(member.page)).map((line) => `${path}: ${line}`));
      const chain = waterfall.longest();
      if (chain.length > DEEPEST) found.push(`${path}: requests wait for each other: ${chain.join(' → ')}`);
    }
    return [...found, ...visitor.faults.lines, ...member.faults.lines].map((line) => `${look.scheme}: ${line}`);
  }
}
