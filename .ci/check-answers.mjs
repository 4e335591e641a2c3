/**
 * Usage: node .ci/check-answers.mjs <version of Node> <base URL> <credentials file>. Checks that a service which `npm start`
 * started runs on this Node, and that a captured message is what `synthesize` returns.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

const PATIENCE_MS = 30_000;

const [version, base, credentialsFile] = process.argv.slice(2);
const { apiKey } = JSON.parse(readFileSync(credentialsFile, 'utf8'));

const metrics = await fetch(`${base}/metrics`);
assert.match(await metrics.text(), new RegExp(`nodejs_version_info{[^}]*version="v${version.replaceAll('.', '\\.')}"`));

const content = 'The nightly export moves to four in the morning.';
const payload = { role: 'Maya', content };
const { eventId } = await post('/v1/capture', { type: 'message', sessionId: 'standup', payload });
const deadline = Date.now() + PATIENCE_MS;
for (;;) {
  const { sections } = await post('/v1/synthesize', { query: 'When does the nightly export run?', maxTokens: 200 });
  if (sections.some((section) => section.content.includes(content))) break;
  assert.ok(Date.now() < deadline, `synthesize does not return the captured event ${eventId}`);
  await delay(200);
}

async function post(path, body) {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const response = await fetch(base + path, { method: 'POST', headers, body: JSON.stringify(body) });
  const { ok, data, error } = await response.json();
  assert.ok(ok, `POST ${path}: ${response.status} ${JSON.stringify(error)}`);
  return data;
}
