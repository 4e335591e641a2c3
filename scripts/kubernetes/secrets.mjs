import { randomBytes } from 'node:crypto';
import { composeVariables } from '../compose/compose-variables.mjs';
import { environmentOf, newSecrets } from '../setup/shared-secrets.mjs';

/** The services, with their names in the database and at the broker. */
const SERVICES = {
  gateway: 'gateway',
  ingest: 'ingest',
  'learn-compiler': 'learn',
  synthesis: 'synthesis',
  'enterprise-org': 'enterprise_org',
  vault: 'vault',
};

/**
 * New Secrets for deploy/kubernetes: for each service one with its settings that are secret and one for its migration, and
 * one for each backend, with the passwords that its scripts read.
 * @param {{database: string, broker: string, cache: string}} urls of the backends, without users and passwords
 * @param {string} namespace
 * @returns {{kind: 'List', items: Secret[]}} as `kubectl create` takes it
 */
export function kubernetesSecrets({ database, broker, cache }, namespace) {
  const variables = composeVariables('');
  const keys = newSecrets();
  const runtimePasswords = Object.fromEntries(
    Object.values(SERVICES).map((name) => [`${name.toUpperCase()}_RUNTIME_PASSWORD`, randomBytes(24).toString('hex')]),
  );
  const ending = (suffix) => Object.fromEntries(Object.entries(variables).filter(([name]) => name.endsWith(suffix)));
  const secret = (name, stringData) => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: `strata-${name}`, namespace, labels: { 'app.kubernetes.io/part-of': 'strata' } },
    type: 'Opaque',
    stringData,
  });
  const ofServices = Object.entries(SERVICES).flatMap(([service, name]) => {
    const upper = name.toUpperCase();
    const { [`${upper}_DATABASE_PASSWORD`]: owner, [`${upper}_BROKER_PASSWORD`]: brokerPassword } = variables;
    return [
      secret(service, {
        DATABASE_URL: withUser(database, `strata_${name}_runtime`, runtimePasswords[`${upper}_RUNTIME_PASSWORD`]),
        AMQP_URL: withUser(broker, `strata_${name}`, brokerPassword),
        ...(service === 'gateway' && { REDIS_URL: withUser(cache, '', variables.VALKEY_PASSWORD) }),
        // Only its own keys.
        ...environmentOf(service, keys, {}),
      }),
      secret(`${service}-migration`, { DATABASE_URL: withUser(database, `strata_${name}_login`, owner) }),
    ];
  });
  const { POSTGRES_PASSWORD, VALKEY_PASSWORD } = variables;
  return {
    apiVersion: 'v1',
    kind: 'List',
    items: [
      ...ofServices,
      secret('postgres', { POSTGRES_PASSWORD, ...ending('_DATABASE_PASSWORD'), ...runtimePasswords }),
      secret('rabbitmq', ending('_BROKER_PASSWORD')),
      secret('valkey', { VALKEY_PASSWORD }),
    ],
  };
}

/**
 * @param {string} url
 * @param {string} user
 * @param {string} password
 */
function withUser(url, user, password) {
  const own = new URL(url);
  own.username = user;
  own.password = password;
  return own.href;
}

/** @typedef {{metadata: {name: string, namespace: string}, stringData: Record<string, string>}} Secret */
