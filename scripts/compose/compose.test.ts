import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

interface Container {
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly cap_add?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly mem_limit?: string;
  readonly privileged?: boolean;
}

interface BrokerUsers {
  readonly users: readonly { readonly name: string; readonly password: string }[];
}

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const text = read('docker-compose.yml');
const { services: containers } = parse(text, { merge: true }) as { services: Readonly<Record<string, Container>> };
const { composeVariables } = (await import(new URL('compose-variables.mjs', import.meta.url).href)) as {
  composeVariables: (env: string) => Readonly<Record<string, string>>;
};
/** The services of Strata, with their names in the database and at the broker. */
const SERVICES = {
  gateway: 'gateway',
  ingest: 'ingest',
  'learn-compiler': 'learn',
  synthesis: 'synthesis',
  'enterprise-org': 'enterprise_org',
  vault: 'vault',
};
const names = Object.entries(SERVICES).map(([service, name]) => ({ service, name, upper: name.toUpperCase() }));
const variablesIn = (container: Container | undefined): string[] =>
  [...JSON.stringify(container?.environment ?? {}).matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name);

describe('The containers', () => {
  it.each(Object.entries(containers))('are confined and bounded: %s', (_name, container) => {
    expect(container).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      mem_limit: expect.stringMatching(/^\d+[mg]$/),
    });
    expect(container).not.toHaveProperty('cap_add');
    expect(container).not.toHaveProperty('privileged');
  });

  it('open one port, on this machine only', () => {
    expect(Object.values(containers).flatMap(({ ports = [] }) => ports)).toEqual([
      '${BIND:-127.0.0.1}:${PORT:-8080}:8080',
    ]);
  });

  it('listen on all addresses of their own network', () => {
    expect(read('deploy/Dockerfile')).toMatch(/^ENV .*\bHOST=0\.0\.0\.0\b.*\bOPS_HOST=0\.0\.0\.0\b/m);
  });

  it('get every password and key from .env, which is completed and never changed', () => {
    const required = [...new Set([...text.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name))].sort();
    const created = composeVariables('');
    // The vault may use a key of a cloud provider instead.
    expect(Object.keys(created).sort()).toEqual([...required, 'VAULT_KEYS'].sort());
    expect(new Set(Object.values(created)).size).toBe(Object.keys(created).length);
    const kept = 'VAULT_DATABASE_PASSWORD="mine"\nPOSTGRES_PASSWORD="mine too"\n';
    expect(Object.keys(composeVariables(kept)).sort()).toEqual(
      Object.keys(created)
        .filter((name) => !kept.includes(`${name}=`))
        .sort(),
    );
  });

  it.each(names)('use a login and a broker user of their own: $service', ({ service, name, upper }) => {
    const { DATABASE_URL, AMQP_URL } = containers[service]?.environment ?? {};
    const password = (of: string) => `\${${upper}_${of}_PASSWORD:?run node scripts/compose-env.mjs}`;
    expect(DATABASE_URL).toBe(`postgres://strata_${name}_login:${password('DATABASE')}@postgres:5432/strata`);
    expect(AMQP_URL).toBe(`amqp://strata_${name}:${password('BROKER')}@rabbitmq:5672`);
  });

  it('know no password of another service', () => {
    for (const { service, upper } of names) {
      const others = names.filter((other) => other.service !== service).map((other) => `${other.upper}_`);
      const foreign = variablesIn(containers[service]).filter((name) =>
        [...others, 'POSTGRES_'].some((prefix) => name.startsWith(prefix) && name.endsWith('PASSWORD')),
      );
      expect([service, foreign.filter((name) => !name.startsWith(`${upper}_`))]).toEqual([service, []]);
    }
    expect(names.filter(({ service }) => variablesIn(containers[service]).includes('VALKEY_PASSWORD'))).toMatchObject([
      { service: 'gateway' },
    ]);
  });

  it('of the database and the broker get the passwords that their scripts read', () => {
    const inSql = [...read('deploy/postgres/service-logins.sql').matchAll(/^\\getenv \w+ (\w+)$/gm)].map(
      ([, name]) => name,
    );
    expect(variablesIn(containers['postgres'])).toEqual(expect.arrayContaining(inSql));
    expect(inSql).toHaveLength(names.length);
    const { users } = JSON.parse(read('deploy/rabbitmq/users.json')) as BrokerUsers;
    const script = read('deploy/rabbitmq/start.sh');
    for (const { name, upper } of names) {
      const variable = `${upper}_BROKER_PASSWORD`;
      expect(users).toContainEqual({ name: `strata_${name}`, password: `@${variable}@`, tags: [] });
      expect(script).toContain(variable);
      expect(variablesIn(containers['rabbitmq'])).toContain(variable);
    }
    expect(users).toHaveLength(names.length);
  });
});
