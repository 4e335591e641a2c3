import type { Data } from '@strata/client/strata';
import { useMemo, type ReactNode } from 'react';
import { useOperation } from '../../api/use-operation.ts';
import { Chart } from '../../ui/chart.tsx';
import { count } from '../../ui/figures.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { useFilters } from '../../ui/use-filters.ts';
import { chartsOf, RANGES, type Range } from './activity.ts';
import './home.css';

const EVERY_MS = 60_000;
const CHOICES = (Object.keys(RANGES) as Range[]).map((value) => ({ value, label: RANGES[value].label }));

/** What was captured, learned and answered over time. */
export function ActivityCard(): ReactNode {
  const [filters, change] = useFilters(['range']);
  const range = CHOICES.find(({ value }) => value === filters.range)?.value ?? '24h';
  const series = useOperation('getUsageSeries', RANGES[range].input, { everyMs: EVERY_MS });
  return (
    <Card
      title="Over time"
      aside={
        <SelectField
          label="Range"
          choices={CHOICES}
          value={range}
          onChange={(value) => change('range', value === '24h' ? '' : value)}
        />
      }
    >
      <Loaded query={series}>{({ points }) => <Charts points={points} />}</Loaded>
    </Card>
  );
}

function Charts({ points }: { readonly points: Data<'getUsageSeries'>['points'] }): ReactNode {
  const { at, charts, isEmpty } = useMemo(() => chartsOf(points), [points]);
  if (isEmpty)
    return <p className="muted">Nothing was captured, learned or asked in this time. Choose a longer one.</p>;
  return (
    <div className="charts">
      {charts.map(({ title, series, sums }) => (
        <Chart
          key={title}
          title={title}
          at={at}
          series={series}
          note={sums.map(([name, sum]) => `${name}: ${count(sum)}`).join(', ')}
        />
      ))}
    </div>
  );
}
