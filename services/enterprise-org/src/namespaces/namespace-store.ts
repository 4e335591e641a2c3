import type { Namespace } from '@strata/contracts/schemas/namespace';
import type { LockedThings, OrganizationDataStore, Stored } from '../organization-data/store.ts';
import type { TeamLookup } from '../teams/require-teams.ts';

/** `teamIds` are sorted. */
export type StoredNamespace = Stored<Namespace>;

export type LockedNamespaces = Omit<LockedThings<StoredNamespace>, 'remove'> & TeamLookup;

/** Namespaces; their names are unique in an organization. */
export type NamespaceStore = OrganizationDataStore<StoredNamespace, LockedNamespaces>;
