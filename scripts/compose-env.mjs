/** Creates `.env` for docker compose, with passwords and keys of this deployment. Keeps values that are already in it. */
import { randomBytes } from 'node:crypto';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newSecrets } from './setup/shared-secrets.mjs';
import { root } from './setup/workspace.mjs';

const file = join(root, '.env');
const passwords = ['POSTGRES_PASSWORD', 'RABBITMQ_PASSWORD', 'VALKEY_PASSWORD'].map((name) => [
  name,
  randomBytes(24).toString('hex'),
]);
const linesOf = (entries) => entries.map(([name, value]) => `${name}=${JSON.stringify(value)}\n`).join('');
const all = [...passwords, ...Object.entries(newSecrets())];
try {
  writeFileSync(file, linesOf(all), { mode: 0o600, flag: 'wx' });
  console.log(`Created ${file}. Keep it, and keep it private.`);
} catch (error) {
  if (error.code !== 'EEXIST') throw error;
  const text = readFileSync(file, 'utf8');
  // A later version may need more variables than the version that created the file.
  const missing = all.filter(([name]) => !new RegExp(`^${name}=`, 'm').test(text));
  appendFileSync(file, `${text === '' || text.endsWith('\n') ? '' : '\n'}${linesOf(missing)}`);
  const names = missing.map(([name]) => name).join(', ');
  console.log(`${file} already exists; added ${names === '' ? 'nothing' : names}.`);
}
