import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { useCursorList } from '../../api/use-cursor-list.ts';
import { trimmedEvent } from '../../ui/event-text.ts';
import { counted } from '../../ui/figures.ts';
import { Notice } from '../../ui/notice.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx';
import { FindInSession } from './find-in-session.tsx';
import { SessionLead } from './session-lead.tsx';
import { lengthOf, Transcript } from './transcript.tsx';

/** A session, in the order in which it happened. The newest part is read first, the rest when the user scrolls, searches or follows a link. */
export default function SessionPage(): ReactNode {
  const { id = '' } = useParams();
  const [query, setQuery] = useSearchParams();
  const wanted = query.get('event');
  const [text, setText] = useState('');
  const list = useCursorList('listEvents', { sessionId: id }, { keepsAll: true, trim: trimmedEvent });
  const { rows, known, isLoading, error, retry, hasMore, readMore } = list;
  const row = useMemo(() => (wanted === null ? -1 : rows.findIndex((event) => event.id === wanted)), [rows, wanted]);
  const isSearching = hasMore && error === null && ((wanted !== null && row === -1) || text.trim() !== '');
  useEffect(() => {
    if (isSearching) readMore();
  });
  const index = row === -1 ? -1 : lengthOf(list) - 1 - row;
  const [visit, setVisit] = useState(0);
  // Another visit goes to the same event again.
  const target = useMemo(() => (index === -1 ? undefined : { index, visit }), [index, visit]);
  return (
    <Page
      title="Session"
      lead={<SessionLead id={id} />}
      actions={<Link to={`/memories?sessionId=${encodeURIComponent(id)}`}>What was remembered of it</Link>}
    >
      {isLoading && <Loading />}
      {error !== null && <ErrorState error={error} onRetry={retry} />}
      {!isLoading && error === null && known === 0 && (
        <EmptyState title="This session has no events" actions={<Link to="/events">All events</Link>}>
          They may be deleted, or hidden from you.
        </EmptyState>
      )}
      {wanted !== null && row === -1 && !hasMore && known > 0 && (
        <Notice tone="warning" title="The event of this link is not in the session">
          <p>It may be deleted, or hidden from you.</p>
        </Notice>
      )}
      {known > 0 && (
        <Card title="Transcript" aside={<span className="muted">{counted(lengthOf(list), 'event')}</span>}>
          <FindInSession
            list={list}
            text={text}
            onChange={setText}
            onGo={({ id: eventId }) => {
              setQuery({ event: eventId }, { replace: true });
              setVisit(visit + 1);
            }}
          />
          <Transcript list={list} target={target} wanted={text.trim()} />
        </Card>
      )}
    </Page>
  );
}
