/**
 * `npm run console-screenshots -- [<url>]`: writes a picture of every page of the console at 1,280 and 390 pixels into `docs/console/`.
 * Needs Debian's `chromium`, and a Strata that runs, with the credentials of its first tenant and the demo's data (`npm run demo`).
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openBrowser, signIn } from './setup/console-browser.mjs';
import { root } from './setup/workspace.mjs';

const file = join(process.env.DATA_DIR || join(root, '.strata'), 'credentials.json');
const { baseUrl, email, password } = JSON.parse(readFileSync(file, 'utf8'));
const base = `${(process.argv[2] ?? baseUrl).replace(/\/$/, '')}/console`;
const folder = join(root, 'docs', 'console');
/** The address of a page with something in it, where that of the navigation is empty. */
const EXAMPLES = { ask: 'ask?query=The+payment+provider+timed+out.+May+I+charge+the+card+again%3F&maxTokens=400' };
/** Lists of which the page of the first row is shown, too. */
const DETAILS = { artifact: 'learned', memory: 'memories?current=false', session: 'sessions?outcome=failure' };
const SETTLE_MS = 1_500;

mkdirSync(folder, { recursive: true });
const browser = await openBrowser();
for (const [width, height, scheme] of [
  [1280, 800, 'light'],
  [390, 844, 'dark'],
]) {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const picture = async (name, fullPage = false) => {
    await page.locator('h1').waitFor();
    await page.waitForTimeout(SETTLE_MS);
    await page.screenshot({ path: join(folder, `${name}-${width}.png`), fullPage });
    console.log(`${name}-${width}.png`);
  };
  await page.goto(`${base}/sign-in`);
  await picture('sign-in');
  await signIn(page, { email, password });
  const links = await page.locator('.shell-nav a').evaluateAll((all) => all.map((link) => link.href));
  for (const link of links) {
    const path = link.slice(base.length).replace(/^\//, '');
    await page.goto(`${base}/${EXAMPLES[path] ?? path}`);
    await picture(path === '' ? 'home' : path.replaceAll('/', '-'));
  }
  for (const [name, list] of Object.entries(DETAILS)) {
    await page.goto(`${base}/${list}`);
    await page.locator('.list-body .list-row').first().press('Enter');
    await page.waitForURL((url) => url.pathname.split('/').length > 3);
    await picture(name, true);
  }
  await context.close();
}
await browser.close();
