import { useMemo, type ReactNode } from 'react';
import { useOperation } from '../../api/use-operation.ts';
import { FilterField } from '../../ui/filter-field.tsx';
import { KnownOrOther } from '../../ui/known-or-other.tsx';

/** Names by id. */
export type Names = ReadonlyMap<string, string>;

/** What the service does by itself, such as by a lifecycle policy. */
const SYSTEM = ['system', 'Strata itself'] as const;
const MOST = 100;

/** The users that a log of the organization may name, and the service itself. */
export function useActorNames(orgId: string): Names {
  const { data } = useOperation('listMembers', { orgId, limit: MOST });
  return useMemo(
    () =>
      new Map([
        ...(data?.items ?? []).flatMap(({ userId, name, email }): [string, string][] =>
          userId === null ? [] : [[userId, name ?? email ?? userId]],
        ),
        SYSTEM,
      ]),
    [data],
  );
}

/** An actor of a log: the name of a member, or the id of anyone else. */
export const Actor = ({ id, names }: { readonly id: string; readonly names: Names }): ReactNode =>
  names.get(id) ?? <code>{id}</code>;

/** The name, if it is known, and the id. */
export const FullActor = ({ id, names }: { readonly id: string; readonly names: Names }): ReactNode => (
  <>
    {names.get(id)} <code>{id}</code>
  </>
);

interface ActorFilterProps {
  readonly label: string;
  readonly names: Names;
  readonly value: string | undefined;
  readonly onChange: (id: string) => void;
}

/** Filters a log by one actor: a member by name, or any user or API key by id. */
export const ActorFilter = ({ label, names, value = '', onChange }: ActorFilterProps): ReactNode => (
  <KnownOrOther
    label={label}
    known={names}
    value={value}
    onChange={onChange}
    none="Anybody"
    other="An API key or a user, by id"
  >
    <FilterField label={`${label}, by id`} value={value} onChange={onChange} />
  </KnownOrOther>
);
