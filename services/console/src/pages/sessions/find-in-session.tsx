import { useMemo, useState, type ReactNode } from 'react';
import type { ListRows } from '../../api/use-cursor-list.ts';
import { Button } from '../../ui/button.tsx';
import { eventText, speakerOf } from '../../ui/event-text.ts';
import { count, counted } from '../../ui/figures.ts';
import { TextField } from '../../ui/text-field.tsx';
import type { Event } from './transcript.tsx';

interface FindInSessionProps {
  /** The events that were read so far, the newest first. */
  readonly list: ListRows<Event>;
  readonly text: string;
  readonly onChange: (text: string) => void;
  /** Goes to an event. */
  readonly onGo: (event: Event) => void;
}

/** Finds a text in all events of the session, also in those that are not in the page, where the browser cannot find it. */
export function FindInSession({ list, text, onChange, onGo }: FindInSessionProps): ReactNode {
  const { rows, hasMore, total } = list;
  const wanted = text.trim().toLowerCase();
  const found = useMemo(
    () =>
      wanted === ''
        ? []
        : rows.filter((event) => `${speakerOf(event)} ${eventText(event)}`.toLowerCase().includes(wanted)).toReversed(),
    [rows, wanted],
  );
  const [shownId, setShownId] = useState<string>();
  const shown = found.findIndex(({ id }) => id === shownId);
  const go = (step: 1 | -1): void => {
    const next = found.at(shown === -1 ? (step === 1 ? 0 : -1) : (shown + step) % found.length);
    if (next === undefined) return;
    setShownId(next.id);
    onGo(next);
  };
  return (
    <form
      className="row find"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        go(1);
      }}
    >
      <TextField label="Find in this session" value={text} onChange={onChange} />
      <Button type="submit" isDisabled={found.length === 0}>
        Next
      </Button>
      <Button isDisabled={found.length === 0} onPress={() => go(-1)}>
        Previous
      </Button>
      <span role="status" className="muted">
        {wanted !== '' &&
          (hasMore
            ? `${count(rows.length)} of ${count(total ?? rows.length)} events looked through …`
            : shown === -1
              ? `${counted(found.length, 'event')} found`
              : `${count(shown + 1)} of ${counted(found.length, 'event')} found`)}
      </span>
    </form>
  );
}
