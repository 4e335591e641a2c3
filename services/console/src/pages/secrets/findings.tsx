import type { Item } from '@strata/client/strata';
import { useMemo, type ReactNode } from 'react';
import { useCursorList, wholeList } from '../../api/use-cursor-list.ts';
import { Button } from '../../ui/button.tsx';
import { DataList, type Column } from '../../ui/data-list.tsx';
import { count, counted } from '../../ui/figures.ts';
import { EmptyState } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { placeholdersIn } from './placeholders.ts';

type Event = Item<'listEvents'>;

const kindsIn = ({ payload, metadata, tags, sessionId }: Event): string =>
  [...new Set(placeholdersIn([payload, metadata, tags, sessionId]).map(({ kind }) => kind))].join(', ');

const COLUMNS: readonly Column<Event>[] = [
  { id: 'at', title: 'Captured', isTime: true, cell: ({ receivedAt }) => <Time at={receivedAt} /> },
  { id: 'kinds', title: 'Found by', width: 2, cell: kindsIn },
  { id: 'count', title: 'Replaced', cell: ({ secretsReplaced }) => counted(secretsReplaced, 'secret') },
  { id: 'agent', title: 'Agent', isSecondary: true, cell: ({ agentId }) => agentId },
  { id: 'session', title: 'Session', isSecondary: true, cell: ({ sessionId }) => <code>{sessionId}</code> },
];
const idOf = ({ id }: Event): string => id;

/** The events in which secrets were replaced. No filter of the interface selects them, so this looks at the newest events. */
export function Findings(): ReactNode {
  const events = useCursorList('listEvents', {}, { keepsAll: true });
  const { rows: all, total, hasMore, readMore, isLoading, error, retry } = events;
  const rows = useMemo(() => all.filter(({ secretsReplaced }) => secretsReplaced > 0), [all]);
  return (
    <div className="stack">
      <div className="row">
        <span className="muted" role="status">
          {count(rows.length)} with secrets among{' '}
          {hasMore && total !== undefined
            ? `the newest ${count(all.length)} of ${counted(total, 'event')}`
            : counted(all.length, 'event')}
          .
        </span>
        {hasMore && <Button onPress={readMore}>Look at older ones</Button>}
      </div>
      <DataList
        label="Events with secrets"
        list={{ ...wholeList(rows), total: hasMore ? undefined : rows.length, hasMore, isLoading, error, retry }}
        columns={COLUMNS}
        idOf={idOf}
        empty={<EmptyState title="No secrets in these events">{nextStep(all.length, hasMore)}</EmptyState>}
      />
    </div>
  );
}

function nextStep(lookedAt: number, hasMore: boolean): string {
  if (lookedAt === 0) return 'Nothing was captured yet. Secrets in events that come are replaced, and listed here.';
  return hasMore
    ? 'Look at older events, or see under Rules what is searched for.'
    : 'See under Rules what is searched for.';
}
