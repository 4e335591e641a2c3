import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useOperation } from '../../api/use-operation.ts';
import { Button } from '../../ui/button.tsx';
import { Code } from '../../ui/code-snippet.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { eventText } from '../../ui/event-text.ts';
import { count } from '../../ui/figures.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Facts } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';

const SHOWN = 12;

/** Events by their numbers. A click shows one beside the page, and leads to its neighbours, so that the reader stays where they are. */
export function EventLinks({ ids, label }: { readonly ids: readonly string[]; readonly label: string }): ReactNode {
  const [opened, open] = useState<number>();
  const [isAll, showAll] = useState(false);
  const id = opened === undefined ? undefined : ids[opened];
  return (
    <>
      <ul className="id-list" aria-label={label}>
        {(isAll ? ids : ids.slice(0, SHOWN)).map((each, at) => (
          <li key={each}>
            <Button onPress={() => open(at)}>Event {count(at + 1)}</Button>
          </li>
        ))}
      </ul>
      {!isAll && ids.length > SHOWN && (
        <div>
          <Button kind="quiet" onPress={() => showAll(true)}>
            Show all {ids.length}
          </Button>
        </div>
      )}
      <Dialog
        title={opened === undefined ? 'Event' : `Event ${count(opened + 1)} of ${count(ids.length)}`}
        isDrawer
        isOpen={id !== undefined}
        onClose={() => open(undefined)}
      >
        {opened !== undefined && id !== undefined && (
          <div className="stack">
            <OneEvent key={id} id={id} />
            <div className="row">
              <Button isDisabled={opened === 0} onPress={() => open(opened - 1)}>
                Previous
              </Button>
              <Button isDisabled={opened === ids.length - 1} onPress={() => open(opened + 1)}>
                Next
              </Button>
            </div>
          </div>
        )}
      </Dialog>
    </>
  );
}

function OneEvent({ id }: { readonly id: string }): ReactNode {
  const query = useOperation('getEvent', { id });
  return (
    <Loaded query={query}>
      {({ type, sessionId, agentId, userId, occurredAt, payload }) => (
        <div className="stack">
          <p className="section-text">{eventText({ type, payload })}</p>
          <Facts
            facts={[
              ['Type', type.replaceAll('_', ' ')],
              ['When', <Time at={occurredAt} isFull />],
              ['Session', sessionId],
              ['Agent', agentId],
              ['End user', userId],
              ['Id', <code>{id}</code>],
            ]}
          />
          <Code label="Payload" code={JSON.stringify(payload, null, 2)} />
          <Link to={`/events/${id}`}>Open the page of the event</Link>
        </div>
      )}
    </Loaded>
  );
}
