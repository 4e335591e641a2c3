/** Makes `.env` for docker compose: passwords and keys of this deployment. What stands in it already stays as it is. */
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
  console.log(`${file} is made; keep it, and keep it private.`);
} catch (error) {
  if (error.code !== 'EEXIST') throw error;
  const text = readFileSync(file, 'utf8');
  // A later version asks for more than the one that made the file.
  const missing = all.filter(([name]) => !new RegExp(`^${name}=`, 'm').test(text));
  appendFileSync(file, `${text === '' || text.endsWith('\n') ? '' : '\n'}${linesOf(missing)}`);
  const names = missing.map(([name]) => name).join(', ');
  console.log(`${file} is there already; ${names === '' ? 'nothing' : names} was added.`);
}
