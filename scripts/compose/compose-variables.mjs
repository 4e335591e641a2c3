import { randomBytes } from 'node:crypto';
import { newSecrets } from '../setup/shared-secrets.mjs';

const SERVICES = ['GATEWAY', 'INGEST', 'LEARN', 'SYNTHESIS', 'ENTERPRISE_ORG', 'VAULT'];
const PASSWORDS = [
  'POSTGRES_PASSWORD',
  'VALKEY_PASSWORD',
  ...SERVICES.flatMap((service) => [`${service}_DATABASE_PASSWORD`, `${service}_BROKER_PASSWORD`]),
];

/**
 * The variables that docker-compose.yml needs and `.env` does not have yet, with new values: a database password and a
 * broker password for each service, and the keys of the deployment.
 * @param {string} env the text of `.env`; empty if the file does not exist
 * @returns {Record<string, string>}
 */
export function composeVariables(env) {
  // Hexadecimal, because they stand in URLs.
  const passwords = Object.fromEntries(PASSWORDS.map((name) => [name, randomBytes(24).toString('hex')]));
  const isMissing = ([name]) => !new RegExp(`^${name}=`, 'm').test(env);
  return Object.fromEntries(Object.entries({ ...passwords, ...newSecrets() }).filter(isMissing));
}
