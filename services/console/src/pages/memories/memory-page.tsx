import type { Data } from '@strata/client/strata';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { useChange, useOperation } from '../../api/use-operation.ts';
import { MayDo } from '../../session/may-do.tsx';
import { Button } from '../../ui/button.tsx';
import { errorText } from '../../ui/error-text.ts';
import { share } from '../../ui/figures.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Badge, Notice } from '../../ui/notice.tsx';
import { OutcomeBadge } from '../../ui/outcome.tsx';
import { Card, Facts, Page } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';
import { useToast } from '../../ui/toasts.tsx';
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
    {memory.archivedAt !== null && <Archived id={memory.id} at={memory.archivedAt} />}
    <Card title="What it says" aside={memory.archivedAt !== null && <Badge tone="warning">Archived</Badge>}>
      <p>{memory.content}</p>
      <Facts
        facts={[
          ['Id', <code>{memory.id}</code>],
          ['Kind', memory.kind.replaceAll('_', ' ')],
          ['Holds from', <Time at={memory.validFrom} isFull />],
          ['Holds until', memory.validTo === null ? 'it still holds' : <Time at={memory.validTo} isFull />],
          ['Learned', <Time at={memory.createdAt} isFull />],
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
      <ul className="id-list" aria-label="Events">
        {memory.sourceEvents.map((event, at) => (
          <li key={event}>
            <Link to={`/events/${event}`} title={event}>
              Event {at + 1}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  </>
);

/** Says that no pack shows the memory, and how it comes back. */
function Archived({ id, at }: { readonly id: string; readonly at: string }): ReactNode {
  const toast = useToast();
  const restore = useChange('restoreMemory', { outdates: ['getMemoryTimeline', 'getMemory', 'listMemories'] });
  return (
    <Notice tone="warning" title="Archived by a lifecycle policy: no pack shows it">
      <p>
        Since <Time at={at} isFull />. It comes back when newer events say the same, when no policy archives it any
        more, or when an administrator restores it.
      </p>
      <MayDo operation="restoreMemory">
        <div>
          <Button
            isPending={restore.isPending}
            onPress={() =>
              restore.mutate(
                { id },
                {
                  onSuccess: () => toast({ text: 'Restored: packs may show it again. Its age counts from now' }),
                  onError: (error) => toast({ text: errorText(error), tone: 'bad' }),
                },
              )
            }
          >
            Restore
          </Button>
        </div>
      </MayDo>
    </Notice>
  );
}
