import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { count, counted } from '../../ui/figures.ts';
import { Card } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import type { Artifact } from './artifact.ts';
import { EventLinks } from './event-links.tsx';

/** What an artifact rests on: the events that it cites, and the memories that were compiled from them. */
export function ArtifactEvidence({ artifact }: { readonly artifact: Artifact }): ReactNode {
  const { id: artifactId, sourceEvents, sourceMemories } = artifact;
  return (
    <Card title="Evidence" aside={<Link to={`/lineage?artifactId=${encodeURIComponent(artifactId)}`}>Lineage</Link>}>
      {sourceEvents.length === 0 && sourceMemories.length === 0 ? (
        <p className="muted">
          You may not read what it rests on, or it was deleted. Ask an owner or admin of your organization.
        </p>
      ) : (
        <Tabs
          label="Evidence"
          tabs={[
            {
              id: 'events',
              title: counted(sourceEvents.length, 'event'),
              content: <EventLinks ids={sourceEvents} label="Events" />,
            },
            {
              id: 'memories',
              title: counted(sourceMemories.length, 'memory', 'memories'),
              content: (
                <ul className="id-list" aria-label="Memories">
                  {sourceMemories.map((id, at) => (
                    <li key={id}>
                      <Link to={`/memories/${id}`} title={id}>
                        Memory {count(at + 1)}
                      </Link>
                    </li>
                  ))}
                </ul>
              ),
            },
          ]}
        />
      )}
    </Card>
  );
}
