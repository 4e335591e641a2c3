import type { Data } from '@strata/client/strata';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { useOperation } from '../../api/use-operation.ts';
import { share } from '../../ui/figures.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { OutcomeBadge } from '../../ui/outcome.tsx';
import { Card, Facts, Page } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';
import { MemoryTimeline } from './memory-timeline.tsx';

/** One memory: what it says, how long it holds, what replaced it, and the events that it comes from. */
export default function MemoryPage(): ReactNode {
  const { id = '' } = useParams();
  const query = useOperation('getMemoryTimeline', { id });
  return (
    <Page
      title="Memory"
      actions={
        <>
          <Link to={`/lineage?memoryId=${encodeURIComponent(id)}`}>Lineage</Link>
          <Link to="/memories">All memories</Link>
        </>
      }
    >
      <Loaded query={query}>
        {(timeline) =>
          timeline.memories
            .filter((memory) => memory.id === id)
            .map((memory) => <WholeMemory key={id} memory={memory} timeline={timeline} />)
        }
      </Loaded>
    </Page>
  );
}

interface WholeMemoryProps {
  readonly memory: Data<'getMemory'>;
  readonly timeline: Data<'getMemoryTimeline'>;
}

const WholeMemory = ({ memory, timeline }: WholeMemoryProps): ReactNode => (
  <>
    <Card title="What it says">
      <p>{memory.content}</p>
      <Facts
        facts={[
          ['Id', <code>{memory.id}</code>],
          ['Kind', memory.kind.replaceAll('_', ' ')],
          ['Holds from', <Time at={memory.validFrom} isFull />],
          ['Holds until', memory.validTo === null ? 'it still holds' : <Time at={memory.validTo} isFull />],
          ['Speaker', memory.speaker],
          ['Confidence', share(memory.confidence)],
          ['Importance', share(memory.importance)],
          ['Session', <Link to={`/sessions/${encodeURIComponent(memory.sessionId)}`}>{memory.sessionId}</Link>],
          ['It ended', <OutcomeBadge outcome={memory.sessionOutcome} />],
          ['Agent', memory.agentId],
          ['End user', memory.userId],
          ['Namespace', memory.namespaceId],
          ['Tags', memory.tags.join(', ')],
        ]}
      />
    </Card>
    {timeline.memories.length > 1 && <MemoryTimeline timeline={timeline} />}
    <Card title="Where it comes from">
      <ul>
        {memory.sourceEvents.map((event) => (
          <li key={event}>
            <Link to={`/events/${event}`}>{event}</Link>
          </li>
        ))}
      </ul>
    </Card>
  </>
);
