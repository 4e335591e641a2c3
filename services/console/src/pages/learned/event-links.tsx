import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useOperation } from '../../api/use-operation.ts';
import { Button } from '../../ui/button.tsx';
import { Code } from '../../ui/code-snippet.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Facts } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';

const SHOWN = 12;

/** Events by their ids. A click shows one beside the page, so that the reader stays where they are. */
export function EventLinks({ ids, label }: { readonly ids: readonly string[]; readonly label: string }): ReactNode {
  const [opened, open] = useState<string>();
  const [isAll, showAll] = useState(false);
  return (
    <>
      <ul className="id-list" aria-label={label}>
        {(isAll ? ids : ids.slice(0, SHOWN)).map((id) => (
          <li key={id}>
            <Button onPress={() => open(id)}>
              <span className="mono">{id}</span>
            </Button>
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
      <Dialog title="Event" isDrawer isOpen={opened !== undefined} onClose={() => open(undefined)}>
        {opened !== undefined && <OneEvent id={opened} />}
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
          <Facts
            facts={[
              ['Type', type],
              ['When', <Time at={occurredAt} isFull />],
              ['Session', sessionId],
              ['Agent', agentId],
              ['End user', userId],
            ]}
          />
          <Code label="Payload" code={JSON.stringify(payload, null, 2)} />
          <Link to={`/events/${id}`}>Open the page of the event</Link>
        </div>
      )}
    </Loaded>
  );
}
