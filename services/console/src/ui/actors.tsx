import { useMemo, type ReactNode } from 'react';
import { useOperation } from '../api/use-operation.ts';
import { may, type Membership } from '../session/may.ts';
import { useSession } from '../session/use-session.ts';
import { FilterField } from './filter-field.tsx';
import { KnownOrOther } from './known-or-other.tsx';

/** Names by id. */
export type Names = ReadonlyMap<string, string>;

/** What the service does by itself, such as by a lifecycle policy. */
const SYSTEM = ['system', 'Strata itself'] as const;
const MOST = 100;

const useMembers = (orgId: string) => useOperation('listMembers', { orgId, limit: MOST });

/** The users that a log of the organization may name, and the service itself. */
export function useActorNames(orgId: string): Names {
  const { data } = useMembers(orgId);
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

/** An actor of data that belongs to no one organization: looked for among the members of those that the reader may list. */
export function ActorOfTenant({ id }: { readonly id: string }): ReactNode {
  const session = useSession();
  const { user, organizations } = session;
  if (user.id === id) return user.name ?? user.email ?? <code>{id}</code>;
  return (
    <MemberOfOne
      id={id}
      organizations={(organizations?.items ?? []).filter((organization) => may(session, 'listMembers', organization))}
    />
  );
}

interface MemberOfOneProps {
  readonly id: string;
  readonly organizations: readonly (Membership & { readonly id: string })[];
}

/** Asks for the members of one organization after another, as the first usually has them all. */
function MemberOfOne({ id, organizations: [first, ...others] }: MemberOfOneProps): ReactNode {
  return first === undefined ? <code>{id}</code> : <MemberOf id={id} orgId={first.id} others={others} />;
}

interface MemberOfProps {
  readonly id: string;
  readonly orgId: string;
  readonly others: MemberOfOneProps['organizations'];
}

function MemberOf({ id, orgId, others }: MemberOfProps): ReactNode {
  const name = useActorNames(orgId).get(id);
  const { isPending } = useMembers(orgId);
  if (name !== undefined) return name;
  return isPending ? <code>{id}</code> : <MemberOfOne id={id} organizations={others} />;
}

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
