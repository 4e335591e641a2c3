/** `node scripts/kubernetes-secrets.mjs`: prints new Secrets for deploy/kubernetes. Needs no package. */
import { parseArgs } from 'node:util';
import { kubernetesSecrets } from './kubernetes/secrets.mjs';

const USAGE = `Usage: node scripts/kubernetes-secrets.mjs [options] | kubectl create -f -

Prints Secrets with new passwords and keys, for the overlays in deploy/kubernetes. \`kubectl create\` replaces none that
exists. Keep a copy apart from the database's back-ups: without the keys, no API key works and no vault opens.

  --database <url>   postgres://strata-postgres:5432/strata
  --broker <url>     amqp://strata-rabbitmq:5672
  --cache <url>      redis://strata-valkey:6379
  --namespace <name> strata

URLs are those of the backends, without user and password. The defaults are the backends of the overlay \`single\`.`;

const options = {
  database: { type: 'string', default: 'postgres://strata-postgres:5432/strata' },
  broker: { type: 'string', default: 'amqp://strata-rabbitmq:5672' },
  cache: { type: 'string', default: 'redis://strata-valkey:6379' },
  namespace: { type: 'string', default: 'strata' },
  help: { type: 'boolean', default: false },
};

try {
  const { values } = parseArgs({ options });
  if (values.help) console.log(USAGE);
  else console.log(JSON.stringify(kubernetesSecrets(values, values.namespace), null, 2));
} catch (error) {
  console.error(`${error.code === 'ERR_INVALID_URL' ? 'An URL is not valid' : error.message}\n${USAGE}`);
  process.exitCode = 1;
}
