import type { Item } from '@strata/client/strata';
import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { memo, useCallback, useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { ListRows } from '../../api/use-cursor-list.ts';
import { eventText, speakerOf } from '../../ui/event-text.ts';
import { Time } from '../../ui/time.tsx';
import { Marked } from './marked.tsx';
import './transcript.css';

export type Event = Item<'listEvents'>;

interface TranscriptProps {
  /** The events of the session, the newest first. */
  readonly list: ListRows<Event>;
  /** The place of the event to go to, counted from the oldest; a new object goes there again. */
  readonly target: { readonly index: number } | undefined;
  /** What is looked for: it is marked. */
  readonly wanted: string;
}

const ESTIMATED_PX = 90;
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };

/** How many events the transcript has, as far as is known. */
export const lengthOf = ({ hasMore, known, total }: ListRows<Event>): number => (hasMore ? (total ?? known) : known);

/**
 * A session from its oldest event to its newest, of which only the events in sight are in the page. One event has the place in the
 * order of Tab; the arrows, Page up, Page down, Home and End go to others.
 */
export function Transcript({ list, target, wanted }: TranscriptProps): ReactNode {
  const { rows, positionOf, known, show } = list;
  const count = lengthOf(list);
  const scroll = useRef<HTMLDivElement>(null);
  const eventAt = (index: number): Event | undefined => rows[positionOf(count - 1 - index) ?? -1];
  // A session that was read as a whole begins at its beginning, a longer one at its end.
  const [current, setCurrent] = useState(known === count ? 0 : count - 1);
  const mustFocus = useRef(false);
  const keepCurrent = useCallback(
    (range: Range) => [...new Set([...defaultRangeExtractor(range), current])].toSorted((a, b) => a - b),
    [current],
  );
  // eslint-disable-next-line react-hooks/incompatible-library
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroll.current,
    estimateSize: () => ESTIMATED_PX,
    overscan: 6,
    // The event that has the focus must not leave the page, or the focus would be lost.
    rangeExtractor: keepCurrent,
  });
  const items = virtual.getVirtualItems();
  const { startIndex, endIndex } = virtual.range ?? { startIndex: count - 1, endIndex: count - 1 };

  useEffect(() => {
    show(count - 1 - endIndex, count - 1 - startIndex);
  });
  useEffect(() => {
    const first = target?.index ?? (known === count ? 0 : count - 1);
    virtual.scrollToIndex(first, { align: target === undefined ? 'end' : 'center' });
    // Only when there is another place to go to, not as more is read.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [target]);
  const [arrived, setArrived] = useState(target);
  if (target !== undefined && target !== arrived) {
    setArrived(target);
    setCurrent(target.index);
  }
  useEffect(() => {
    if (target !== undefined) mustFocus.current = true;
  }, [target]);
  useEffect(() => {
    if (!mustFocus.current) return;
    const element = scroll.current?.querySelector<HTMLElement>(`[data-index="${String(current)}"]`);
    if (element === null || element === undefined) return;
    mustFocus.current = false;
    element.focus({ preventScroll: true });
  });

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const { key } = event;
    const wanted = key === 'Home' ? 0 : key === 'End' ? count - 1 : current + (STEPS[key] ?? Number.NaN);
    if (Number.isNaN(wanted)) return;
    event.preventDefault();
    const next = Math.min(Math.max(wanted, 0), count - 1);
    mustFocus.current = true;
    setCurrent(next);
    virtual.scrollToIndex(next);
  };
  const isRead = known === count;
  return (
    <div className="transcript" ref={scroll}>
      <div
        role="feed"
        aria-label="Transcript"
        aria-busy={!isRead}
        className="transcript-body"
        style={{ height: virtual.getTotalSize() }}
        onKeyDown={onKeyDown}
      >
        {items.map(({ index, start, key }) => (
          <MemoTurn
            key={key}
            event={eventAt(index)}
            index={index}
            count={count}
            start={start}
            isCurrent={index === current}
            isTarget={index === target?.index}
            wanted={wanted}
            measure={virtual.measureElement}
            onFocus={setCurrent}
          />
        ))}
      </div>
    </div>
  );
}

interface TurnProps {
  /** Undefined while it is read. */
  readonly event: Event | undefined;
  readonly index: number;
  readonly count: number;
  readonly start: number;
  readonly isCurrent: boolean;
  readonly isTarget: boolean;
  readonly wanted: string;
  readonly measure: (element: HTMLElement | null) => void;
  readonly onFocus: (index: number) => void;
}

function Turn({ event, index, count, start, isCurrent, isTarget, wanted, measure, onFocus }: TurnProps): ReactNode {
  const id = `turn-${String(index)}`;
  return (
    <article
      ref={measure}
      data-index={index}
      aria-posinset={index + 1}
      aria-setsize={count}
      aria-labelledby={id}
      {...(isTarget ? { 'aria-current': 'true' as const } : {})}
      tabIndex={isCurrent ? 0 : -1}
      className={isTarget ? 'turn turn-target' : 'turn'}
      style={{ transform: `translateY(${String(start)}px)` }}
      onFocus={() => onFocus(index)}
    >
      {event === undefined ? (
        <p id={id} className="muted">
          …
        </p>
      ) : (
        <>
          <strong id={id}>
            <Marked text={speakerOf(event)} wanted={wanted} />
          </strong>{' '}
          <Link to={`/events/${event.id}`} tabIndex={isCurrent ? 0 : -1}>
            <Time at={event.occurredAt} isFull />
          </Link>
          <p className="turn-text">
            <Marked text={eventText(event)} wanted={wanted} />
          </p>
        </>
      )}
    </article>
  );
}

/** An event, which is rendered once while it is in sight, however the transcript scrolls. */
const MemoTurn = memo(Turn);
