import type { ReactNode } from 'react';
import { useOperation } from '../../api/use-operation.ts';
import { OutcomeBadge } from '../../ui/outcome.tsx';

/** The id of a session, with how it ended: several outcomes, if several agents or namespaces use the id. */
export function SessionLead({ id }: { readonly id: string }): ReactNode {
  const { data } = useOperation('listSessions', { sessionId: id });
  const outcomes = new Set(data?.items.map(({ outcome }) => outcome));
  return (
    <>
      {id}{' '}
      {[...outcomes].map((outcome) => (
        <OutcomeBadge key={outcome} outcome={outcome} />
      ))}
    </>
  );
}
