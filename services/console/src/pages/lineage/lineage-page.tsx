import type { ReactNode } from 'react';
import { ButtonLink } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useFilters } from '../../ui/use-filters.ts';
import { kindOf } from './lineage-graph.ts';
import { LineageWalk } from './lineage-walk.tsx';
import './lineage.css';

/** Where something comes from and what it became: a graph that begins at what the address names. */
export default function LineagePage(): ReactNode {
  const [{ memoryId, artifactId, eventId }] = useFilters(['memoryId', 'artifactId', 'eventId']);
  const start = memoryId ?? artifactId ?? eventId;
  return (
    <Page title="Lineage" lead="How captured events became memories and artifacts, in both directions.">
      {start !== undefined && kindOf(start) !== undefined ? (
        <LineageWalk key={start} start={start} />
      ) : (
        <EmptyState
          title="Choose where to start"
          actions={
            <>
              <ButtonLink to="/learned">Artifacts</ButtonLink>
              <ButtonLink to="/memories">Memories</ButtonLink>
              <ButtonLink to="/events">Events</ButtonLink>
            </>
          }
        >
          Open an artifact, a memory or an event. Its link “Lineage” leads here.
        </EmptyState>
      )}
    </Page>
  );
}
