import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { useOperation } from '../../api/use-operation.ts';
import { Code } from '../../ui/code-snippet.tsx';
import { eventText } from '../../ui/event-text.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Card, Facts, Page } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';

/** One event, as it is stored. */
export default function EventPage(): ReactNode {
  const { id = '' } = useParams();
  const query = useOperation('getEvent', { id });
  return (
    <Page
      title="Event"
      actions={
        <>
          <Link to={`/lineage?eventId=${encodeURIComponent(id)}`}>Lineage</Link>
          <Link to="/events">All events</Link>
        </>
      }
    >
      <Loaded query={query}>
        {({ type, sessionId, agentId, userId, namespaceId, tags, occurredAt, learnedAt, payload, metadata }) => (
          <>
            <Card title="What it is">
              <Facts
                facts={[
                  ['Id', <code>{id}</code>],
                  ['Type', type.replaceAll('_', ' ')],
                  ['Happened', <Time at={occurredAt} isFull />],
                  ['Learned', learnedAt === null ? 'not yet' : <Time at={learnedAt} isFull />],
                  ['Session', <Link to={`/sessions/${encodeURIComponent(sessionId)}?event=${id}`}>{sessionId}</Link>],
                  ['Agent', agentId],
                  ['End user', userId],
                  ['Namespace', namespaceId],
                  ['Tags', tags.join(', ')],
                ]}
              />
              <Link to={`/memories?sessionId=${encodeURIComponent(sessionId)}`}>Memories of its session</Link>
            </Card>
            <Card title="Content">
              <p className="section-text">{eventText({ type, payload })}</p>
              <Code label="Payload" code={JSON.stringify(payload, null, 2)} />
              <Code label="Metadata" code={JSON.stringify(metadata, null, 2)} />
            </Card>
          </>
        )}
      </Loaded>
    </Page>
  );
}
