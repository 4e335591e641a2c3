import { expect, it } from '@jest/globals';
import { storeEvents } from '../../libs/contracts/src/calls/ingest.ts';
import { AmqpNames } from '../../libs/platform/src/bus/amqp/topology.ts';
import { loadConfig } from '../../libs/platform/src/config/load-config.ts';
import { DEFAULT_STOP_MS } from '../../libs/platform/src/lifecycle/run-process.ts';
import { processSettings } from '../../libs/platform/src/service/service-settings.ts';
import { readFileSync } from 'node:fs';
import type { ZodObject } from 'zod';
import { newSecrets } from './new-secrets.ts';
import { describeOverlays, selects, type Container, type Overlay, type Workload } from './overlay.ts';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const secrets = new Map(newSecrets().map(({ metadata, stringData }) => [metadata.name, stringData]));

const { configurationSections } = (await import(new URL('../configuration/sections.mjs', import.meta.url).href)) as {
  configurationSections: (load: (path: string) => Promise<unknown>) => Promise<Section[]>;
};
interface Section {
  readonly title: string;
  readonly schema: ZodObject;
}
const sections = await configurationSections((path) => import(new URL(`../../${path}.ts`, import.meta.url).href));
const schemaOf = (service: string): ZodObject => {
  const found = sections.find(({ title }) => title.toLowerCase() === service);
  if (found === undefined) throw new Error(`${service} has no settings`);
  return found.schema;
};
const KNOWN = new Set(
  sections.filter(({ title }) => title !== 'Standalone').flatMap(({ schema }) => Object.keys(schema.shape)),
);

/** The settings that the image has. */
const IMAGE = Object.fromEntries(
  [...(/^ENV (.*)$/m.exec(read('deploy/Dockerfile'))?.[1]?.matchAll(/(\w+)=(\S+)/g) ?? [])].map(
    ([, name = '', value = '']) => [name, value],
  ),
);

/** The environment of a container, as the kubelet makes it. Throws if it refers to what does not exist. */
function environmentOf({ envFrom = [], env = [] }: Container, overlay: Overlay): Record<string, string> {
  const found = <Value>(value: Value | undefined, what: string): Value => {
    if (value === undefined) throw new Error(`There is no ${what}`);
    return value;
  };
  const all = envFrom.map(({ configMapRef, secretRef }) =>
    configMapRef === undefined
      ? found(secrets.get(secretRef?.name ?? ''), `Secret ${secretRef?.name ?? ''}`)
      : found(overlay.of('ConfigMap').get(configMapRef.name ?? '')?.data, `ConfigMap ${configMapRef.name ?? ''}`),
  );
  const single = env.map(({ name, value, valueFrom }) => {
    const { name: secret = '', key = '' } = valueFrom?.secretKeyRef ?? {};
    return [name, value ?? found(secrets.get(secret)?.[key], `key ${key} in ${secret}`)] as const;
  });
  return Object.assign({}, ...all, Object.fromEntries(single)) as Record<string, string>;
}

const containersOf = ({ pod }: Workload): [Container, ...Container[]] => {
  const [first, ...others] = [...pod.containers, ...(pod.initContainers ?? [])];
  if (first === undefined) throw new Error('A pod without a container');
  return [first, ...others];
};
const serviceOf = ({ labels }: Workload): string => labels['app.kubernetes.io/name'] ?? '';
const isStrata = ({ labels }: Workload): boolean => labels['app.kubernetes.io/part-of'] === 'strata';
const portsOf = ({ pod }: Workload): Map<string, number> =>
  new Map(pod.containers.flatMap(({ ports = [] }) => ports.map((port) => [port.name ?? '', port.containerPort])));

describeOverlays('The manifests', (render, name) => {
  const overlay = render();
  const { workloads } = overlay;
  const servers = workloads.filter(({ kind }) => kind === 'Deployment');
  const migrations = workloads.filter(({ kind }) => kind === 'Job');

  it('run each service, and its migration from the same image', () => {
    const services = ['enterprise-org', 'gateway', 'ingest', 'learn-compiler', 'synthesis', 'vault'];
    expect(servers.map(serviceOf).sort()).toEqual(services);
    expect(migrations.map(serviceOf).sort()).toEqual(services);
    for (const migration of migrations) {
      const server = servers.find((each) => serviceOf(each) === serviceOf(migration));
      expect(containersOf(migration)[0].image).toBe(server?.pod.containers[0]?.image);
      const [, , script = ''] = containersOf(migration)[0].command ?? [];
      // The image links `service` to the folder of its service.
      const source = script.replace('service/dist', `services/${serviceOf(migration)}/src`).replace('.js', '.ts');
      expect(read(source)).toContain(`runMigration('${serviceOf(migration)}'`);
    }
  });

  it('name a version of every image, and the present one of Strata', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string };
    for (const workload of workloads) {
      for (const { image = '' } of containersOf(workload)) {
        const [, tag] = /[^/]:([\w.-]+)$/.exec(image) ?? [];
        expect([image, tag]).toEqual([image, isStrata(workload) ? version : expect.not.stringMatching(/^latest$/)]);
      }
    }
  });

  it('give each service settings with which it starts, and no other', () => {
    for (const server of servers) {
      const [container] = containersOf(server);
      const env = { ...IMAGE, ...environmentOf(container, overlay) };
      const settings = loadConfig(processSettings, env);
      const ports = portsOf(server);
      expect(settings).toMatchObject({ OPS_PORT: ports.get('ops'), OPS_HOST: '0.0.0.0' });
      const config = loadConfig(schemaOf(serviceOf(server)), env);
      expect(config).toMatchObject({ MIGRATE_AT_START: false });
      if (serviceOf(server) === 'gateway') expect(config).toMatchObject({ PORT: ports.get('http'), HOST: '0.0.0.0' });
      for (const setting of Object.keys(environmentOf(container, overlay))) expect(KNOWN).toContain(setting);
    }
  });

  it('give each migration the login that owns its schemas, and each pod one that does not', () => {
    const sql = [read('deploy/postgres/service-logins.sql'), read('deploy/kubernetes/postgres/runtime-logins.sql')];
    for (const [workload, script, ending] of [
      ...migrations.map((each) => [each, sql[0], 'login'] as const),
      ...servers.map((each) => [each, sql[1], 'runtime'] as const),
    ]) {
      const { DATABASE_URL = '' } = environmentOf(containersOf(workload)[0], overlay);
      const { username } = new URL(DATABASE_URL);
      expect(username).toMatch(new RegExp(`^strata_\\w+_${ending}$`));
      expect(script).toContain(`('${username}', `);
      const { users } = JSON.parse(read('deploy/rabbitmq/users.json')) as { users: readonly { name: string }[] };
      const { AMQP_URL } = environmentOf(containersOf(workload)[0], overlay);
      if (ending === 'runtime') expect(users.map((user) => user.name)).toContain(new URL(AMQP_URL ?? '').username);
      else expect(AMQP_URL).toBeUndefined();
    }
  });

  it('keep secrets out of ConfigMaps', () => {
    const secretNames = new Set([...secrets.values()].flatMap((data) => Object.keys(data)));
    for (const { data = {} } of overlay.of('ConfigMap').values())
      expect(Object.keys(data).filter((key) => secretNames.has(key) || /SECRET|PASSWORD|_KEYS?$/.test(key))).toEqual(
        [],
      );
  });

  it('mount what exists', () => {
    for (const { pod, name: workload } of workloads) {
      for (const { configMap, secret, projected } of pod.volumes ?? []) {
        expect(secret).toBeUndefined();
        const maps = [configMap, ...(projected?.sources ?? []).map((source) => source.configMap)];
        for (const map of maps) {
          if (map === undefined) continue;
          const data = overlay.of('ConfigMap').get(map.name ?? '')?.data;
          expect([workload, map.name, Object.keys(data ?? {})]).toEqual([
            workload,
            map.name,
            expect.arrayContaining((map.items ?? []).map(({ key }) => key)),
          ]);
        }
      }
      const claims = [...overlay.of('StatefulSet')].flatMap(([, { spec }]) => spec?.volumeClaimTemplates ?? []);
      const volumes = [...(pod.volumes ?? []), ...claims.map(({ metadata }) => ({ name: metadata?.name }))];
      const mounted = pod.containers.flatMap(({ volumeMounts = [] }) => volumeMounts.map((mount) => mount.name));
      for (const mount of mounted) expect(volumes.map((volume) => volume.name)).toContain(mount);
    }
  });

  it('select the pods that they mean', () => {
    const selectedBy = (selector: Readonly<Record<string, string>> | undefined): string[] =>
      workloads.filter(({ labels }) => selects(selector, labels)).map((each) => `${each.kind} ${each.name}`);
    for (const kind of ['Deployment', 'StatefulSet'] as const)
      for (const [own, { spec }] of overlay.of(kind))
        expect(selectedBy(spec?.selector.matchLabels)).toEqual([`${kind} ${own}`]);
    for (const [own, { spec }] of overlay.of('PodDisruptionBudget'))
      expect(selectedBy(spec?.selector?.matchLabels)).toEqual([`Deployment ${own}`]);
    expect([...overlay.of('PodDisruptionBudget').keys()].sort()).toEqual(servers.map((each) => each.name).sort());
    for (const { name: own, pod } of servers)
      for (const { labelSelector } of pod.topologySpreadConstraints ?? [{ labelSelector: undefined }])
        expect(selectedBy(labelSelector?.matchLabels)).toEqual([`Deployment ${own}`]);
    for (const [own, { spec }] of overlay.of('Service')) {
      expect(selectedBy(spec?.selector)).toEqual([expect.stringMatching(new RegExp(` ${own}$`))]);
      const targets = workloads.filter((each) => each.name === own);
      for (const { targetPort } of spec?.ports ?? [])
        expect(targets.map((target) => portsOf(target).has(String(targetPort)))).toEqual([true]);
    }
    for (const { spec } of overlay.of('PodMonitor').values()) {
      expect(selectedBy(spec.selector.matchLabels).sort()).toEqual(
        servers.map((each) => `Deployment ${each.name}`).sort(),
      );
      for (const { port } of spec.podMetricsEndpoints ?? [])
        for (const server of servers) expect([...portsOf(server).keys()]).toContain(port);
    }
    for (const { spec } of overlay.of('Ingress').values()) {
      const backends = (spec?.rules ?? []).flatMap(({ http }) =>
        (http?.paths ?? []).map(({ backend }) => backend.service),
      );
      expect(backends).toHaveLength(1);
      for (const backend of backends) {
        const ports = overlay.of('Service').get(backend?.name ?? '')?.spec?.ports ?? [];
        expect(ports.map((port) => port.name)).toContain(backend?.port?.name);
      }
    }
    for (const { pod } of workloads)
      expect([...overlay.of('ServiceAccount').keys(), undefined]).toContain(pod.serviceAccountName);
  });

  it('probe ports that are open, for life without dependencies', () => {
    for (const server of servers) {
      const [container] = server.pod.containers;
      const { startupProbe, livenessProbe, readinessProbe } = container ?? {};
      expect(livenessProbe?.tcpSocket?.port).toBe('ops');
      expect(startupProbe?.tcpSocket?.port).toBe('ops');
      expect(readinessProbe?.httpGet).toMatchObject({ path: '/health', port: 'ops' });
      // Health answers within a second of a failure.
      expect(readinessProbe?.timeoutSeconds).toBeGreaterThan(1);
    }
  });

  it('give a process the time that it takes to stop', () => {
    for (const { pod } of servers) {
      const [, seconds = '0'] = pod.containers[0]?.lifecycle?.preStop?.exec?.command ?? [];
      expect((pod.terminationGracePeriodSeconds ?? 0) * 1_000).toBeGreaterThan(
        DEFAULT_STOP_MS + Number(seconds) * 1_000,
      );
    }
  });

  if (name === 'production') {
    it('scale each service by one autoscaler', () => {
      const targets = [
        ...[...overlay.of('HorizontalPodAutoscaler').values()].map(({ spec }) => spec.scaleTargetRef.name),
        ...[...overlay.of('ScaledObject').values()].map(({ spec }) => spec.scaleTargetRef.name),
      ];
      expect(targets.sort()).toEqual(servers.map((each) => each.name).sort());
      expect([...overlay.of('Deployment').values()].filter(({ spec }) => spec?.replicas !== undefined)).toEqual([]);
    });

    it('scale ingest and learn-compiler by depth and by age, before an alert fires', () => {
      const gateway = loadConfig(schemaOf('gateway'), { ...IMAGE, ...secrets.get('strata-gateway') }) as Record<
        string,
        number
      >;
      for (const [own, queue, bound] of [
        ['strata-ingest', 'capture', gateway['ALERT_CAPTURE_AGE_SECONDS']],
        ['strata-learn-compiler', 'learn', gateway['ALERT_LEARN_AGE_SECONDS']],
      ] as const) {
        const triggers = overlay.of('ScaledObject').get(own)?.spec.triggers ?? [];
        const age = triggers.find(({ metadata }) => metadata['query']?.includes('strata_queue_oldest_age_seconds'));
        expect(age?.metadata['query']).toContain(`queue="${queue}"`);
        expect(Number(age?.metadata['threshold'])).toBeLessThan(bound ?? 0);
        const depth = triggers.filter((trigger) => trigger !== age);
        expect(depth).toHaveLength(1);
        const [{ type, metadata, authenticationRef } = { type: '', metadata: {} as Record<string, string> }] = depth;
        if (type === 'rabbitmq') {
          expect(metadata['queueName']).toBe(new AmqpNames('strata').queue(storeEvents));
          const target =
            overlay.of('TriggerAuthentication').get(authenticationRef?.name ?? '')?.spec.secretTargetRef ?? [];
          expect(
            target.map(({ parameter, name: secret, key }) => [
              parameter,
              Object.keys(secrets.get(secret) ?? {}).includes(key),
            ]),
          ).toEqual([['host', true]]);
        } else expect(metadata['query']).toContain(`strata_queue_messages{queue="${queue}",state="waiting"}`);
      }
    });

    it('open no more connections than the manual says', () => {
      const most = [
        ...[...overlay.of('HorizontalPodAutoscaler').values()].map(({ spec }) => spec.maxReplicas),
        ...[...overlay.of('ScaledObject').values()].map(({ spec }) => spec.maxReplicaCount ?? Infinity),
      ].reduce((sum, count) => sum + count, 0);
      const pool = Number(overlay.of('ConfigMap').get('strata-settings')?.data?.['DATABASE_POOL_SIZE']);
      const [, pods, connections] = /(\d+) pods at most, .* (\d+) connections/.exec(read('docs/kubernetes.md')) ?? [];
      expect([most, most * (pool + 1)]).toEqual([Number(pods), Number(connections)]);
    });
  } else {
    it('give the backends the passwords that their scripts read', () => {
      const variables = (path: string, pattern: RegExp) =>
        [...read(path).matchAll(pattern)].map(([, variable]) => variable);
      expect(Object.keys(secrets.get('strata-postgres') ?? {})).toEqual(
        expect.arrayContaining([
          'POSTGRES_PASSWORD',
          ...variables('deploy/postgres/service-logins.sql', /^\\getenv \w+ (\w+)$/gm),
          ...variables('deploy/kubernetes/postgres/runtime-logins.sql', /^\\getenv \w+ (\w+)$/gm),
        ]),
      );
      expect(Object.keys(secrets.get('strata-rabbitmq') ?? {}).sort()).toEqual(
        variables('deploy/rabbitmq/users.json', /"@(\w+)@"/g).sort(),
      );
    });
  }
});
