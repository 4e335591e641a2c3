import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from './workspace.mjs';

const { chromium } = createRequire(join(root, 'services', 'standalone', 'package.json'))('playwright-core');

/**
 * Starts Debian's Chromium, without a sandbox, as scripts may run as root.
 * @param {string[]} flags further flags of the command line
 * @returns {Promise<import('playwright-core').Browser>}
 */
export const openBrowser = (flags = []) =>
  chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--no-first-run', ...flags] });

/**
 * Fills in the console's form for signing in, which the page shows, and waits until the user is signed in.
 * @param {import('playwright-core').Page} page
 * @param {{email: string, password: string}} credentials
 */
export async function signIn(page, { email, password }) {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.locator('.shell-nav').waitFor({ state: 'attached' });
}
