import {
  FlexRender,
  tableFeatures,
  useTable,
  type ColumnDef,
  type Row as TableRow,
  type RowData,
} from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useMemo, useRef, type KeyboardEvent, type ReactNode } from 'react';
import type { ListRows } from '../api/use-cursor-list.ts';
import { count } from './figures.ts';
import { ErrorState, Loading } from './states.tsx';
import { useIsPhone } from './use-is-phone.ts';
import './data-list.css';

export interface Column<Row> {
  readonly id: string;
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** Its share of the width that is left (default 1). */
  readonly width?: number;
  /** Its width, for a column whose texts are short. */
  readonly rem?: number;
  /** As wide as the longest time that has passed since something happened. */
  readonly isTime?: boolean;
  /** Left out where the window is narrow. */
  readonly isSecondary?: boolean;
  /** Small above the others where the window is narrow: each row then has two lines. */
  readonly isAbove?: boolean;
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

/** As `data-list.css` says. */
const ROW_PX = 44;
const TWO_LINES_PX = 60;
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
  const { rows: data, positionOf, known, total, hasMore, show, isLoading, error, retry } = list;
  const scroll = useRef<HTMLDivElement>(null);
  const hasTwoLines = useIsPhone() && columns.some(({ isAbove }) => isAbove === true);
  const rowPx = hasTwoLines ? TWO_LINES_PX : ROW_PX;
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
    count: known,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowPx,
    overscan: 12,
  });
  const items = virtual.getVirtualItems();
  const [top, bottom] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];
  useEffect(() => {
    show(top, bottom);
  });
  useEffect(() => {
    virtual.measure();
  }, [virtual, rowPx]);
  if (isLoading) return <Loading />;
  if (known === 0) return error === null ? empty : <ErrorState error={error} onRetry={retry} />;

  return (
    <div>
      <p className="muted" role="status">
        {total === undefined ? `${count(known)}${hasMore ? ' and more' : ''}` : `${count(total)} in all`}
      </p>
      {/* Scrollable by keyboard, also when no row can be opened. */}
      <div
        className={hasTwoLines ? 'data-list list-two-lines' : 'data-list'}
        ref={scroll}
        tabIndex={onOpen === undefined ? 0 : -1}
        role="region"
        aria-label={label}
      >
        <div role="table" aria-label={label} aria-rowcount={hasMore ? -1 : known + 1}>
          <div role="row" className="list-row list-head" aria-rowindex={1}>
            {columns.map(({ id, title }, index) => (
              <div key={id} role="columnheader" className={classOf(columns[index])} style={widthOf(columns[index])}>
                {title}
              </div>
            ))}
          </div>
          <div role="rowgroup" className="list-body" style={{ height: virtual.getTotalSize() }}>
            {items.map(({ index, start }) => {
              const row = rows[positionOf(index) ?? -1];
              return row === undefined ? (
                <div key={index} role="row" aria-rowindex={index + 2} className="list-row" style={placeAt(start)}>
                  <div role="cell" className="cell muted" aria-label="Is being read">
                    …
                  </div>
                </div>
              ) : (
                <MemoRow key={row.id} row={row} index={index} start={start} columns={columns} onOpen={onOpen} />
              );
            })}
          </div>
        </div>
      </div>
      {error !== null && <ErrorState error={error} onRetry={retry} />}
    </div>
  );
}

interface ListRowProps<Row extends RowData> {
  readonly row: TableRow<typeof features, Row>;
  readonly index: number;
  readonly start: number;
  readonly columns: readonly Column<Row>[];
  readonly onOpen: ((row: Row) => void) | undefined;
}

function ListRow<Row extends RowData>({ row, index, start, columns, onOpen }: ListRowProps<Row>): ReactNode {
  const opening =
    onOpen === undefined
      ? {}
      : {
          tabIndex: 0,
          onClick: () => onOpen(row.original),
          onKeyDown: (event: KeyboardEvent<HTMLElement>) => onKey(event, () => onOpen(row.original)),
        };
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={onOpen === undefined ? 'list-row' : 'list-row list-row-open'}
      style={placeAt(start)}
      {...opening}
    >
      {row.getAllCells().map((cell, at) => (
        <div key={cell.id} role="cell" className={classOf(columns[at])} style={widthOf(columns[at])}>
          <FlexRender cell={cell} />
        </div>
      ))}
    </div>
  );
}

/** A row, which is rendered once while it is in sight, however the list scrolls. */
const MemoRow = memo(ListRow) as typeof ListRow;

const classOf = (column: Pick<Column<never>, 'isSecondary' | 'isAbove'> | undefined): string =>
  ['cell', column?.isSecondary === true && 'cell-secondary', column?.isAbove === true && 'cell-above']
    .filter((name) => name !== false)
    .join(' ');
const TIME_REM = 7.5;
const widthOf = (
  column: Pick<Column<never>, 'width' | 'rem' | 'isTime'> | undefined,
): { flexGrow: number } | { flex: string } => {
  const rem = column?.isTime === true ? TIME_REM : column?.rem;
  return rem === undefined ? { flexGrow: column?.width ?? 1 } : { flex: `0 0 ${String(rem)}rem` };
};
const placeAt = (start: number): { transform: string } => ({ transform: `translateY(${String(start)}px)` });

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
