import type { Input, Item } from '@strata/client/strata';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useCursorList } from '../../api/use-cursor-list.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { DataList, type Column } from '../../ui/data-list.tsx';
import { Badge, Notice } from '../../ui/notice.tsx';
import { OutcomeFilter } from '../../ui/outcome.tsx';
import { Page } from '../../ui/page.tsx';
import { SCOPE_FILTERS, ScopeFilters } from '../../ui/scope-filters.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { useFilters } from '../../ui/use-filters.ts';

type Memory = Item<'listMemories'>;

const KINDS = [
  'statement',
  'question',
  'request',
  'preference',
  'decision',
  'plan',
  'fact',
  'action',
  'finding',
  'error',
  'error_resolution',
] as const satisfies readonly Memory['kind'][];

const VALIDITY = [
  { value: '', label: 'All' },
  { value: 'true', label: 'Holds' },
  { value: 'false', label: 'Replaced' },
] as const;

const ARCHIVE = [
  { value: '', label: 'In use' },
  { value: 'true', label: 'Archived' },
] as const;

const COLUMNS: readonly Column<Memory>[] = [
  { id: 'kind', title: 'Kind', rem: 8, isAbove: true, cell: ({ kind }) => kind.replaceAll('_', ' ') },
  { id: 'content', title: 'Content', cell: ({ content }) => content.slice(0, 200) },
  {
    id: 'state',
    title: 'State',
    rem: 5.5,
    isAbove: true,
    cell: ({ validTo, archivedAt }) =>
      archivedAt === null ? validTo === null ? 'holds' : 'replaced' : <Badge tone="warning">Archived</Badge>,
  },
  { id: 'agent', title: 'Agent', rem: 10.2, isSecondary: true, cell: ({ agentId }) => agentId },
  { id: 'learned', title: 'Learned', isTime: true, isAbove: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
];

/** The list of memories. The memory that was learned last comes first. */
export default function MemoriesPage(): ReactNode {
  const [filters, change, clear] = useFilters([...SCOPE_FILTERS, 'current', 'outcome', 'archived']);
  const list = useCursorList('listMemories', filters as Input<'listMemories'>);
  const navigate = useNavigate();
  return (
    <Page title="Memories" lead="What was said, decided, found or done. What was learned last comes first.">
      <ScopeFilters filters={filters} onChange={change} onClear={clear} typeLabel="Kind" types={KINDS}>
        <SelectField
          label="Validity"
          choices={VALIDITY}
          value={VALIDITY.find(({ value }) => value === filters.current)?.value ?? ''}
          onChange={(value) => change('current', value)}
        />
        <OutcomeFilter value={filters.outcome} onChange={(value) => change('outcome', value)} />
        <SelectField
          label="Archive"
          choices={ARCHIVE}
          value={filters.archived === 'true' ? 'true' : ''}
          onChange={(value) => change('archived', value)}
        />
      </ScopeFilters>
      {filters.archived === 'true' && (
        <Notice title="Archived by a lifecycle policy: no pack shows them">
          <p>
            One comes back when newer events say the same, when no policy archives it any more, or when it is restored
            on its page.
          </p>
        </Notice>
      )}
      <DataList
        label="Memories"
        list={list}
        columns={COLUMNS}
        idOf={({ id }) => id}
        onOpen={({ id }) => void navigate(`/memories/${id}`)}
        empty={<NoMemories filters={filters} />}
      />
    </Page>
  );
}

function NoMemories({ filters }: { readonly filters: Readonly<Partial<Record<string, string>>> }): ReactNode {
  const { sessionId, archived, ...others } = filters;
  if (Object.keys(others).length > 0)
    return (
      <EmptyState title="No memory fits these filters">
        Clear a filter to see more memories. A filter by a name finds only the exact name.
      </EmptyState>
    );
  if (archived === 'true')
    return (
      <EmptyState title={sessionId === undefined ? 'Nothing is archived' : 'Nothing of this session is archived'}>
        A lifecycle policy archives memories by their age.
      </EmptyState>
    );
  if (sessionId === undefined)
    return (
      <EmptyState title="Nothing is remembered yet" actions={<ButtonLink to="/jobs">See the learn jobs</ButtonLink>}>
        Memories appear when captured events have been learned.
      </EmptyState>
    );
  const session = encodeURIComponent(sessionId);
  return (
    <EmptyState
      title="Nothing is remembered of this session"
      actions={
        <>
          <ButtonLink to={`/memories?sessionId=${session}&archived=true`}>See what is archived</ButtonLink>
          <ButtonLink to={`/sessions/${session}`}>Read the session</ButtonLink>
        </>
      }
    >
      It may not be learned yet, repeat what another session said, or be archived.
    </EmptyState>
  );
}
