import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { Series } from './series.ts';

interface Drawing {
  readonly at: readonly number[];
  readonly series: readonly Series[];
  readonly height: number;
  /** Names of CSS variables. */
  readonly colours: readonly string[];
}

const MS = 1_000;
const COUNT = new Intl.NumberFormat('en', { notation: 'compact' });
/** Nothing is counted in halves. */
const STEPS = [1, 2, 5]
  .flatMap((step) => Array.from({ length: 12 }, (_, power) => step * 10 ** power))
  .sort((a, b) => a - b);

/** Draws a chart as wide as its element, again when that or the theme changes. Returns what ends it. */
export function drawChart(element: HTMLElement, { at, series, height, colours }: Drawing): () => void {
  let plot: UPlot | undefined;
  const draw = (): void => {
    plot?.destroy();
    const style = getComputedStyle(element);
    const colourOf = (name: string): string => style.getPropertyValue(name).trim();
    const axis = {
      stroke: colourOf('--muted'),
      grid: { stroke: colourOf('--line'), width: 1 },
      ticks: { stroke: colourOf('--line'), width: 1 },
    };
    plot = new UPlot(
      {
        width: element.clientWidth,
        height,
        tzDate: (seconds) => UPlot.tzDate(new Date(seconds * MS), 'Etc/UTC'),
        axes: [
          axis,
          { ...axis, size: 60, incrs: STEPS, values: (_plot, values) => values.map((value) => COUNT.format(value)) },
        ],
        scales: { y: { range: (_plot, _min, max) => [0, Math.max(1, max)] } },
        series: [
          {},
          ...series.map(({ name }, index) => ({
            label: name,
            stroke: colourOf(colours[index % colours.length] ?? '--accent'),
            width: 2,
          })),
        ],
      },
      [[...at], ...series.map(({ values }) => [...values])],
      element,
    );
  };
  draw();
  const resized = new ResizeObserver(() => plot?.setSize({ width: element.clientWidth, height }));
  resized.observe(element);
  const themed = new MutationObserver(draw);
  themed.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => {
    resized.disconnect();
    themed.disconnect();
    plot?.destroy();
  };
}
