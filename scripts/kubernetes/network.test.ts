import { expect, it } from '@jest/globals';
import { describeOverlays, Overlay } from './overlay.ts';
import { reachable, type Peer } from './reachable.ts';

const SERVICES = ['enterprise-org', 'gateway', 'ingest', 'learn-compiler', 'synthesis', 'vault'];

const podsOf = ({ workloads }: Overlay): Peer[] =>
  workloads.map(({ name, labels, pod }) => ({
    name,
    namespace: 'strata',
    labels,
    ports: Object.fromEntries(
      pod.containers.flatMap(({ ports = [] }) => ports.map((port) => [port.name ?? '', port.containerPort])),
    ),
  }));

const OUTSIDE: readonly Peer[] = [
  { name: 'dns', namespace: 'kube-system', labels: { 'k8s-app': 'kube-dns' }, ports: { dns: 53 } },
  {
    name: 'api-server',
    namespace: 'kube-system',
    labels: { component: 'kube-apiserver' },
    ports: { https: 443, dns: 53 },
  },
  { name: 'ingress', namespace: 'ingress-nginx', labels: { 'app.kubernetes.io/name': 'ingress-nginx' }, ports: {} },
  {
    name: 'prometheus',
    namespace: 'monitoring',
    labels: { 'app.kubernetes.io/name': 'prometheus' },
    ports: { web: 9090 },
  },
  // Has the labels of a gateway, but is not in the namespace.
  {
    name: 'stranger',
    namespace: 'other',
    labels: {
      'app.kubernetes.io/part-of': 'strata',
      'app.kubernetes.io/name': 'gateway',
      'app.kubernetes.io/component': 'server',
    },
    ports: { http: 8080 },
  },
  { name: 'metadata', address: '169.254.169.254', ports: { http: 80, https: 443 } },
  { name: 'internet', address: '93.184.216.34', ports: { http: 80, https: 443 } },
];
const BACKENDS: Peer = {
  name: 'backends',
  address: '10.20.0.5',
  ports: { postgres: 5432, amqps: 5671, redis: 6379, ssh: 22 },
};

const EVERYWHERE = [
  ...SERVICES.flatMap((service) => [`strata-${service} > dns:53`, `strata-migration-${service} > dns:53`]),
];

describeOverlays('The network', (render, name) => {
  it('lets every connection through that is needed, and no other', () => {
    const overlay = render();
    const allowed = reachable(overlay, [...podsOf(overlay), ...OUTSIDE, ...(name === 'production' ? [BACKENDS] : [])]);
    const backends =
      name === 'production'
        ? { postgres: 'backends:5432', broker: 'backends:5671', cache: 'backends:6379' }
        : { postgres: 'strata-postgres:5432', broker: 'strata-rabbitmq:5672', cache: 'strata-valkey:6379' };
    const needed = [
      ...EVERYWHERE,
      ...SERVICES.flatMap((service) => [
        `strata-${service} > ${backends.postgres}`,
        `strata-migration-${service} > ${backends.postgres}`,
        `strata-${service} > ${backends.broker}`,
      ]),
      `strata-gateway > ${backends.cache}`,
      ...(name === 'production'
        ? ['ingress > strata-gateway:8080', ...SERVICES.map((service) => `prometheus > strata-${service}:9090`)]
        : []),
    ];
    expect(allowed.sort()).toEqual(needed.sort());
  });

  it('lets services send traces to the collector with the option traces', () => {
    const collector: Peer = {
      name: 'collector',
      namespace: 'monitoring',
      labels: { 'app.kubernetes.io/name': 'opentelemetry-collector' },
      ports: { otlp: 4318, other: 8888 },
    };
    const overlay = render();
    const peers = [...podsOf(overlay), ...OUTSIDE, collector];
    const before = reachable(overlay, peers);
    const after = reachable(overlay.with(Overlay.render('outside/traces')), peers);
    const added = after.filter((connection) => !before.includes(connection));
    expect(added.sort()).toEqual(SERVICES.map((service) => `strata-${service} > collector:4318`));
  });

  it.each([
    ['embeddings', 'synthesis'],
    ['identity-providers', 'gateway'],
    ['kms', 'vault'],
  ])('lets one service out with the option %s', (option, service) => {
    const overlay = render();
    const before = reachable(overlay, [...podsOf(overlay), ...OUTSIDE]);
    const after = reachable(overlay.with(Overlay.render(`outside/${option}`)), [...podsOf(overlay), ...OUTSIDE]);
    expect(after.filter((connection) => !before.includes(connection))).toEqual([`strata-${service} > internet:443`]);
  });
});
