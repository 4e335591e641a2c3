/** Creates `.env` for docker compose, with passwords and keys of this deployment. Keeps values that are already in it. */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { composeVariables } from './compose/compose-variables.mjs';
import { root } from './setup/workspace.mjs';

const file = join(root, '.env');
const linesOf = (variables) =>
  Object.entries(variables)
    .map(([name, value]) => `${name}=${JSON.stringify(value)}\n`)
    .join('');
try {
  writeFileSync(file, linesOf(composeVariables('')), { mode: 0o600, flag: 'wx' });
  console.log(`Created ${file}. Keep it, and keep it private.`);
} catch (error) {
  if (error.code !== 'EEXIST') throw error;
  const text = readFileSync(file, 'utf8');
  // A later version may need more variables than the version that created the file.
  const missing = composeVariables(text);
  appendFileSync(file, `${text === '' || text.endsWith('\n') ? '' : '\n'}${linesOf(missing)}`);
  const names = Object.keys(missing).join(', ');
  console.log(`${file} already exists; added ${names === '' ? 'nothing' : names}.`);
}
