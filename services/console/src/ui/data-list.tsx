import { tableFeatures, useTable, type ColumnDef, type RowData } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, type KeyboardEvent, type ReactNode } from 'react';
import type { ListRows } from '../api/use-cursor-list.ts';
import { count } from './figures.ts';
import { ErrorState, Loading } from './states.tsx';
import './data-list.css';

export interface Column<Row> {
  readonly id: string;
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** Its share of the width (default 1). */
  readonly width?: number;
  /** Left out where the window is narrow. */
  readonly isSecondary?: boolean;
}

interface DataListProps<Row> {
  /** What is listed, for screen readers. */
  readonly label: string;
  readonly list: ListRows<Row>;
  readonly columns: readonly Column<Row>[];
  readonly idOf: (row: Row) => string;
  /** Opens a row: by a click, or Enter while it has the focus. */
  readonly onOpen?: (row: Row) => void;
  /** What is shown when there are no rows. */
  readonly empty: ReactNode;
}

const ROW_PX = 44;
const READ_AHEAD_ROWS = 30;
const features = tableFeatures({});

/** A list of any length: only the rows in sight are in the page, and the next ones are read when they come near. */
export function DataList<Row extends RowData>({
  label,
  list,
  columns,
  idOf,
  onOpen,
  empty,
}: DataListProps<Row>): ReactNode {
  const { rows: data, total, hasMore, readMore, isLoading, error, retry } = list;
  const scroll = useRef<HTMLDivElement>(null);
  const definitions = useMemo(
    () =>
      columns.map(({ id, title, cell }): ColumnDef<typeof features, Row> => ({
        id,
        header: title,
        cell: ({ row }) => cell(row.original),
      })),
    [columns],
  );
  const table = useTable({ features, columns: definitions, data, getRowId: idOf });
  const { rows } = table.getRowModel();
  // The virtualizer tells React itself when to render.
  // eslint-disable-next-line react-hooks/incompatible-library
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_PX,
    overscan: 12,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && last >= rows.length - READ_AHEAD_ROWS) readMore();
  });
  if (isLoading) return <Loading />;
  if (rows.length === 0) return error === null ? empty : <ErrorState error={error} onRetry={retry} />;

  const classOf = (index: number): string => (columns[index]?.isSecondary === true ? 'cell cell-secondary' : 'cell');
  const width = (index: number): { flexGrow: number } => ({ flexGrow: columns[index]?.width ?? 1 });
  return (
    <div>
      <p className="muted" role="status">
        {total === undefined ? `${count(rows.length)}${hasMore ? ' and more' : ''}` : `${count(total)} in all`}
      </p>
      {/* Scrollable by keyboard, also when no row can be opened. */}
      <div className="data-list" ref={scroll} tabIndex={onOpen === undefined ? 0 : -1} role="region" aria-label={label}>
        <div role="table" aria-label={label} aria-rowcount={hasMore ? -1 : rows.length + 1}>
          <div role="row" className="list-row list-head" aria-rowindex={1}>
            {columns.map(({ id, title }, index) => (
              <div key={id} role="columnheader" className={classOf(index)} style={width(index)}>
                {title}
              </div>
            ))}
          </div>
          <div role="rowgroup" className="list-body" style={{ height: virtual.getTotalSize() }}>
            {items.map(({ index, start, size }) => {
              const row = rows[index];
              if (row === undefined) return null;
              return (
                <div
                  key={row.id}
                  role="row"
                  aria-rowindex={index + 2}
                  className={onOpen === undefined ? 'list-row' : 'list-row list-row-open'}
                  style={{ height: size, transform: `translateY(${String(start)}px)` }}
                  {...(onOpen === undefined
                    ? {}
                    : {
                        tabIndex: 0,
                        onClick: () => onOpen(row.original),
                        onKeyDown: (event) => onKey(event, () => onOpen(row.original)),
                      })}
                >
                  {row.getAllCells().map((cell, at) => (
                    <div key={cell.id} role="cell" className={classOf(at)} style={width(at)}>
                      <table.FlexRender cell={cell} />
                    </div>
                  ))}
                </div>
              );
            })}
          </div>
        </div>
      </div>
      {error !== null && <ErrorState error={error} onRetry={retry} />}
    </div>
  );
}

/** Enter opens a row; the arrows go to its neighbours. */
function onKey(event: KeyboardEvent<HTMLElement>, open: () => void): void {
  if (event.target !== event.currentTarget) return;
  const { key, currentTarget: row } = event;
  if (key === 'Enter') open();
  const neighbour =
    key === 'ArrowDown' ? row.nextElementSibling : key === 'ArrowUp' ? row.previousElementSibling : null;
  if (key === 'Enter' || neighbour !== null) event.preventDefault();
  if (neighbour instanceof HTMLElement) neighbour.focus();
}
