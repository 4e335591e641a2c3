/** Makes `.env` for docker compose, once: passwords and keys of this deployment. An existing file is left as it is. */
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newSecrets } from './setup/shared-secrets.mjs';
import { root } from './setup/workspace.mjs';

const file = join(root, '.env');
const passwords = ['POSTGRES_PASSWORD', 'RABBITMQ_PASSWORD', 'VALKEY_PASSWORD'].map((name) => [
  name,
  randomBytes(24).toString('hex'),
]);
const lines = [...passwords, ...Object.entries(newSecrets())].map(
  ([name, value]) => `${name}=${JSON.stringify(value)}`,
);
try {
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600, flag: 'wx' });
  console.log(`${file} is made; keep it, and keep it private.`);
} catch (error) {
  if (error.code !== 'EEXIST') throw error;
  console.log(`${file} is there already; nothing changed.`);
}
