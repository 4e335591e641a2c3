import type { Input, Item } from '@strata/client/strata';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { useCursorList } from '../../api/use-cursor-list.ts';
import { artifactTypeName } from '../../ui/artifact-type.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { DataList, type Column } from '../../ui/data-list.tsx';
import { count, share } from '../../ui/figures.ts';
import { FilterField } from '../../ui/filter-field.tsx';
import { Filters } from '../../ui/filters.tsx';
import { Badge } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { useFilters } from '../../ui/use-filters.ts';
import { aboutOf } from './artifact.ts';

type Row = Item<'listArtifacts'>;

const TYPES = ['task_schema', 'failure_playbook', 'decision_policy', 'causal_pattern'] as const;
const CHOICES = [
  { value: '', label: 'All' },
  ...TYPES.map((value) => ({ value, label: artifactTypeName(value) })),
] as const;

const COLUMNS: readonly Column<Row>[] = [
  {
    id: 'title',
    title: 'What was learned',
    cell: ({ id, title, isActive, switchedOff }) => (
      <>
        {!isActive && <Badge tone="warning">{switchedOff === null ? 'Withdrawn' : 'Switched off'}</Badge>}{' '}
        <Link to={`/learned/${id}`} title={title}>
          {title}
        </Link>
      </>
    ),
  },
  { id: 'type', title: 'Type', rem: 8.5, isAbove: true, cell: ({ type }) => artifactTypeName(type) },
  {
    id: 'confidence',
    title: 'Confidence',
    rem: 6.2,
    isSecondary: true,
    cell: (row) => shareOf(aboutOf(row).confidence),
  },
  {
    id: 'sessions',
    title: 'Sessions',
    rem: 5.2,
    isSecondary: true,
    cell: (row) => countOf(aboutOf(row).sourceSessions),
  },
  {
    id: 'compiled',
    title: 'Compiled',
    isTime: true,
    isAbove: true,
    cell: ({ compiledAt }) => <Time at={compiledAt} />,
  },
];

const shareOf = (value: number | undefined): string => (value === undefined ? '–' : share(value));
const countOf = (value: number | undefined): string => (value === undefined ? '–' : count(value));

/** Everything that was learned, newest compilation first. */
export default function LearnedPage(): ReactNode {
  const [filters, change, clear] = useFilters(['type', 'agentId', 'userId', 'namespaceId', 'includeInactive']);
  const list = useCursorList('listArtifacts', filters as Input<'listArtifacts'>);
  const navigate = useNavigate();
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <Page
      title="Learned"
      lead="What Strata compiled from the runs of your agents. Each artifact states figures that its evidence shows."
    >
      <Filters inUse={Object.keys(filters).length} onClear={clear}>
        <SelectField
          label="Type"
          choices={CHOICES}
          value={CHOICES.find(({ value }) => value === filters.type)?.value ?? ''}
          onChange={(value) => change('type', value)}
        />
        <FilterField label="Agent" value={filters.agentId} onChange={(value) => change('agentId', value)} />
        <FilterField label="End user" value={filters.userId} onChange={(value) => change('userId', value)} />
        <FilterField label="Namespace" value={filters.namespaceId} onChange={(value) => change('namespaceId', value)} />
      </Filters>
      <Checkbox
        isSelected={filters.includeInactive === 'true'}
        onChange={(isSelected) => change('includeInactive', isSelected ? 'true' : '')}
      >
        Also show what packs leave out: artifacts that are switched off, or that their evidence no longer supports
      </Checkbox>
      <DataList
        label="Artifacts"
        list={list}
        columns={COLUMNS}
        idOf={({ id }) => id}
        onOpen={({ id }) => void navigate(`/learned/${id}`)}
        empty={
          isFiltered ? (
            <EmptyState title="Nothing fits these filters">
              Remove a filter, or look in another namespace. A filter by a name finds only the exact name.
            </EmptyState>
          ) : (
            <EmptyState
              title="Nothing was learned yet"
              actions={<ButtonLink to="/">Load the demo’s data on Home</ButtonLink>}
            >
              Artifacts appear when two tasks or more show the same: capture the runs of an agent, and say how each
              ended. Strata learns from a session soon after it falls silent.
            </EmptyState>
          )
        }
      />
    </Page>
  );
}
