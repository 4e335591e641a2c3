/* global document -- of the page */
import pg from 'pg';
import { openBrowser, signIn } from '../../setup/console-browser.mjs';
import { registerTenant } from '../api.mjs';
import { alternate, figureOf } from '../rounds.mjs';
import { bareListHtml, readHeap, scrollBy } from './scrolling.mjs';

const ROWS = 100_000;
const WORKLOAD = { kind: 'conversations', seed: 41, events: ROWS, sessions: 1000, agentId: 'bench-lists' };
const TURNS = 10_000;
const BATCH = 1_000;
const SESSION = 'bench-long';
const SIZE = { width: 1280, height: 800 };
const ROW_PX = 44;
/** Slow scrolling, and dragging the scrollbar. */
const SPEEDS = [
  ['40 px a frame', 40],
  ['20 rows a frame', 20 * ROW_PX],
];
const WHOLE_PX = 20 * ROW_PX;

const MEMORIES = `
  insert into learn.memories (tenant_id, environment, id, agent_id, session_id, position, part, parts, kind,
    content, speaker, body, dates, tags, importance, confidence, token_count, valid_from, fingerprint, voices, is_side_text)
  select $1, 'live', 'mem_' || md5(n::text), 'bench-lists', 'session-' || n / 100, n, 0, 1, 'statement',
    'The crane crew moved container ' || n || ' from the quay to the yard before the tide turned.', 'Maya',
    'The crane crew moved container ' || n, '{}', '{harbour}', 0.5, 0.5, 20,
    '2026-01-01'::timestamptz + n * interval '1 second', md5('f' || n), '{}', false
  from generate_series(1, $2::int) n`;

/**
 * The console's lists of 100,000 events and 100,000 memories in Chromium, against a bare list: the same texts in plain elements,
 * all of them in memory, without a framework. Frames a second while scrolling; and once through the whole list: time to the
 * first row, requests, and what the page holds at the end.
 */
export async function measureLists({ system, size, report, record, print }) {
  const tenant = await registerTenant(system.base);
  await insertMemories(system.connectionString, tenant.tenantId);
  await tenant.captureAll(WORKLOAD, (captured) => report(`${captured.toLocaleString('en')} events captured`));
  const browser = await openBrowser(['--js-flags=--expose-gc']);
  try {
    const context = await browser.newContext({ viewport: SIZE });
    await enter(context, tenant);
    const bare = await context.newPage();
    await bare.setContent(bareListHtml(ROWS, ROW_PX));
    const figures = [];
    for (const list of ['events', 'memories']) {
      const page = await context.newPage();
      const requests = countRequests(page, `/v1/${list}`);
      const firstRow = await timeToFirstRow(page, `${system.base}/console/${list}`);
      const heapBefore = await readHeap(page);
      for (const [name, pixels] of SPEEDS) {
        const rounds = await alternate({
          rounds: size.rounds,
          strata: () => onTop(page, '.data-list', pixels, size.seconds),
          limit: () => onTop(bare, '#list', pixels, size.seconds),
          report: (text) => report(`${list}, ${name}: ${text}`),
          record,
        });
        figures.push(figureOf(`${list}, ${name}, frames`, '/s', rounds, ({ perSecond }) => perSecond));
        figures.push(figureOf(`${list}, ${name}, frame p95`, 'ms', rounds, ({ p95 }) => p95));
      }
      requests.count = 0;
      report(`${list}: through the whole list`);
      await page.bringToFront();
      const whole = await scrollBy(page, '.data-list', { pixels: WHOLE_PX, rows: ROWS, rowPx: ROW_PX });
      const heap = await readHeap(page);
      const elements = await page.evaluate(() => document.querySelectorAll('*').length);
      print(
        `  ${list}: first row after ${firstRow.toFixed(0)} ms; all ${ROWS.toLocaleString('en')} rows in ${whole.seconds.toFixed(0)} s, ${whole.perSecond.toFixed(1)} frames/s (p95 ${whole.p95.toFixed(1)} ms), ${requests.count} requests; ${elements} elements; heap ${mebibytes(heapBefore)} before, ${mebibytes(heap)} after`,
      );
      await page.close();
    }
    figures.push(...(await measureTranscript({ tenant, context, bare, size, report, record, print })));
    return figures;
  } finally {
    await browser.close();
  }
}

/** The transcript of a long session, whose events differ in height. */
async function measureTranscript({ tenant, context, bare, size, report, record, print }) {
  report('transcript: capturing');
  for (let from = 0; from < TURNS; from += BATCH) {
    const events = Array.from({ length: BATCH }, (_, at) => turn(from + at));
    const request = { method: 'POST', headers: tenant.headers, body: JSON.stringify({ events }) };
    await (await fetch(`${tenant.base}/v1/capture/batch`, request)).arrayBuffer();
  }
  await tenant.waitUntilStored(ROWS + TURNS);
  const page = await context.newPage();
  const requests = countRequests(page, '/v1/events');
  await page.bringToFront();
  const url = `${tenant.base}/console/sessions/${SESSION}`;
  await page.goto(url);
  await page.getByRole('article').last().waitFor();
  const startedAt = performance.now();
  await page.goto(url, { waitUntil: 'commit' });
  await page.getByText(`Turn ${TURNS - 1}.`).waitFor();
  const opened = performance.now() - startedAt;
  requests.count = 0;
  await page.getByRole('article').last().focus();
  const wentAt = performance.now();
  await page.keyboard.press('Home');
  await page.getByText('Turn 0.').waitFor();
  print(
    `  transcript: the end of ${TURNS.toLocaleString('en')} events after ${opened.toFixed(0)} ms, the beginning ${((performance.now() - wentAt) / 1000).toFixed(1)} s after Home (${requests.count} requests); heap ${mebibytes(await readHeap(page))}`,
  );
  const figures = [];
  for (const [name, pixels] of SPEEDS) {
    const rounds = await alternate({
      rounds: size.rounds,
      strata: () => onTop(page, '.transcript', pixels, size.seconds),
      limit: () => onTop(bare, '#list', pixels, size.seconds),
      report: (text) => report(`transcript, ${name}: ${text}`),
      record,
    });
    figures.push(figureOf(`transcript, ${name}, frames`, '/s', rounds, ({ perSecond }) => perSecond));
    figures.push(figureOf(`transcript, ${name}, frame p95`, 'ms', rounds, ({ p95 }) => p95));
  }
  await page.close();
  return figures;
}

const turn = (at) => ({
  type: 'message',
  sessionId: SESSION,
  payload: {
    role: at % 2 === 0 ? 'Maya' : 'agent',
    content: `Turn ${at}. ${'And more of it. '.repeat((at * 7) % 60)}`,
  },
});

async function insertMemories(connectionString, tenantId) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(MEMORIES, [tenantId, ROWS]);
    await client.query('analyze learn.memories');
  } finally {
    await client.end();
  }
}

async function enter(context, { base, credentials }) {
  const page = await context.newPage();
  await page.goto(`${base}/console/sign-in`);
  await signIn(page, credentials);
  await page.close();
}

function countRequests(page, path) {
  const requests = { count: 0 };
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) requests.count += 1;
  });
  return requests;
}

async function timeToFirstRow(page, url) {
  await page.goto(url);
  await page.locator('.list-body [role=row]').first().waitFor();
  const startedAt = performance.now();
  await page.goto(url, { waitUntil: 'commit' });
  await page.locator('.list-body [role=row]').first().waitFor();
  return performance.now() - startedAt;
}

/** Scrolls down from the top for some seconds. */
async function onTop(page, selector, pixels, seconds) {
  await page.bringToFront();
  await page.locator(selector).evaluate((list) => list.scrollTo(0, 0));
  await page.waitForTimeout(300);
  return scrollBy(page, selector, { pixels, seconds });
}

const mebibytes = (bytes) => `${(bytes / 1024 ** 2).toFixed(1)} MiB`;
