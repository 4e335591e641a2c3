import type { Kinds } from './api-schemas.ts';
import { selects, type Overlay } from './overlay.ts';

/** Something at one end of a connection: a pod, or an address outside of the cluster. */
export interface Peer {
  readonly name: string;
  /** Absent for an address outside. */
  readonly namespace?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly address?: string;
  /** The ports on which it listens, with their names. */
  readonly ports: Readonly<Record<string, number>>;
}

type Policy = NonNullable<Kinds['NetworkPolicy']['spec']>;
type Rule = NonNullable<Policy['egress']>[number] & NonNullable<Policy['ingress']>[number];
type PolicyPeer = NonNullable<Rule['to']>[number];

/**
 * The connections that the policies of an overlay allow between peers, as "from > to:port", by the rules of Kubernetes: a pod
 * that a policy selects may do only what one of its policies allows, and both ends must allow a connection.
 */
export function reachable(overlay: Overlay, peers: readonly Peer[]): string[] {
  const policies = [...overlay.of('NetworkPolicy').values()].flatMap(({ spec }) => spec ?? []);
  const allows = (direction: 'Egress' | 'Ingress', own: Peer, other: Peer, target: Peer, port: number): boolean => {
    const mine = policies.filter(
      ({ podSelector, policyTypes = [] }) =>
        own.namespace === 'strata' &&
        policyTypes.includes(direction) &&
        (Object.keys(podSelector ?? {}).length === 0 || selects(podSelector?.matchLabels, own.labels ?? {})),
    );
    if (mine.length === 0) return true;
    return mine.some((policy) =>
      (direction === 'Egress' ? (policy.egress ?? []) : (policy.ingress ?? [])).some((rule: Rule) => {
        const { to, from, ports } = rule;
        const ends = direction === 'Egress' ? to : from;
        const isPort = (wanted: number | string | undefined) =>
          wanted === undefined || wanted === port || target.ports[wanted] === port;
        return (
          (ends === undefined || ends.some((peer) => matches(peer, other))) &&
          (ports === undefined || ports.some((each) => isPort(each.port)))
        );
      }),
    );
  };
  return peers.flatMap((from) =>
    peers
      .filter((to) => to !== from)
      .flatMap((to) =>
        Object.values(to.ports)
          .filter((port) => allows('Egress', from, to, to, port) && allows('Ingress', to, from, to, port))
          // What others do among themselves is not decided here.
          .filter(() => from.namespace === 'strata' || to.namespace === 'strata')
          .map((port) => `${from.name} > ${to.name}:${String(port)}`),
      ),
  );
}

function matches({ podSelector, namespaceSelector, ipBlock }: PolicyPeer, peer: Peer): boolean {
  if (ipBlock !== undefined) {
    const { address } = peer;
    return (
      address !== undefined &&
      isIn(address, ipBlock.cidr) &&
      !(ipBlock.except ?? []).some((cidr) => isIn(address, cidr))
    );
  }
  if (peer.namespace === undefined) return false;
  const isNamespace =
    namespaceSelector === undefined
      ? peer.namespace === 'strata'
      : selects(namespaceSelector.matchLabels, { 'kubernetes.io/metadata.name': peer.namespace });
  return isNamespace && (podSelector === undefined || selects(podSelector.matchLabels, peer.labels ?? {}));
}

function isIn(address: string, cidr: string): boolean {
  const [base = '', bits = '32'] = cidr.split('/');
  const numberOf = (text: string) => text.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
  const size = 2 ** (32 - Number(bits));
  return Math.floor(numberOf(address) / size) === Math.floor(numberOf(base) / size);
}
