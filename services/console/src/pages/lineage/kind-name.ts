import type { Kind } from './lineage-graph.ts';

const NAMES: Readonly<Record<Kind, string>> = { event: 'Event', memory: 'Memory', artifact: 'Artifact' };
const FOLDERS: Readonly<Record<Kind, string>> = { event: 'events', memory: 'memories', artifact: 'learned' };

/** What people call a kind of node. */
export const kindName = (kind: Kind): string => NAMES[kind];

/** The page of a node. */
export const pageOf = ({ kind, id }: { readonly kind: Kind; readonly id: string }): string =>
  `/${FOLDERS[kind]}/${encodeURIComponent(id)}`;
