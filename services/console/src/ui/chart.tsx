import { useEffect, useRef, type ReactNode } from 'react';
import { count } from './figures.ts';
import type { Series } from './series.ts';
import './chart.css';

interface ChartProps {
  /** What it shows, such as "Events per day". */
  readonly title: string;
  /** Seconds since 1970, in order. */
  readonly at: readonly number[];
  readonly series: readonly Series[];
  /** A word about all of it, such as the sum. */
  readonly note?: string;
  readonly height?: number;
}

const COLOURS = ['--chart-1', '--chart-2', '--chart-3', '--chart-4'];
const FULL = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** Values over time, in UTC. The same figures are in a table below it, which one can open. */
export function Chart({ title, at, series, note, height = 180 }: ChartProps): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    let close = (): void => undefined;
    let isGone = false;
    void import('./draw-chart.ts').then(({ drawChart }) => {
      if (!isGone) close = drawChart(element, { at, series, height, colours: COLOURS });
    });
    return () => {
      isGone = true;
      close();
    };
  }, [at, series, height]);
  return (
    <figure className="chart">
      <figcaption>
        {title}
        {note !== undefined && <span className="muted"> {note}</span>}
      </figcaption>
      <div ref={place} aria-hidden="true" style={{ minHeight: height }} />
      <details>
        <summary>{title} as a table</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">Time (UTC)</th>
              {series.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {at.map((time, index) => (
              <tr key={time}>
                <th scope="row">{FULL.format(time * 1000)}</th>
                {series.map(({ name, values }) => {
                  const value = values[index] ?? null;
                  return <td key={name}>{value === null ? '–' : count(value)}</td>;
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
