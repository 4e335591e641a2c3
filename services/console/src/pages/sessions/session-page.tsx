import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { useCursorList } from '../../api/use-cursor-list.ts';
import { Button } from '../../ui/button.tsx';
import { eventText, speakerOf } from '../../ui/event-text.ts';
import { Card, Page } from '../../ui/page.tsx';
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';

/** A session, in the order in which it happened. The newest part is read first. */
export default function SessionPage(): ReactNode {
  const { id = '' } = useParams();
  const { rows, isLoading, error, retry, hasMore, readMore } = useCursorList('listEvents', { sessionId: id });
  return (
    <Page
      title="Session"
      lead={id}
      actions={<Link to={`/memories?sessionId=${encodeURIComponent(id)}`}>What was remembered of it</Link>}
    >
      {isLoading && <Loading />}
      {error !== null && <ErrorState error={error} onRetry={retry} />}
      {!isLoading && error === null && rows.length === 0 && (
        <EmptyState title="This session has no events" actions={<Link to="/events">All events</Link>}>
          They may be deleted, or hidden from you.
        </EmptyState>
      )}
      {hasMore && <Button onPress={readMore}>Show earlier events</Button>}
      {rows.length > 0 && (
        <Card title="Transcript">
          <ol className="stack">
            {rows.toReversed().map((event) => (
              <li key={event.id}>
                <strong>{speakerOf(event)}</strong>{' '}
                <Link to={`/events/${event.id}`}>
                  <Time at={event.occurredAt} isFull />
                </Link>
                <p style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{eventText(event)}</p>
              </li>
            ))}
          </ol>
        </Card>
      )}
    </Page>
  );
}
