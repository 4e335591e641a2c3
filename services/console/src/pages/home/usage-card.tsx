import type { ReactNode } from 'react';
import { useOperation } from '../../api/use-operation.ts';
import { count } from '../../ui/figures.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Badge } from '../../ui/notice.tsx';
import { Card, Stat } from '../../ui/page.tsx';
import { PlanLimits } from './plan-limits.tsx';

const EVERY_MS = 10_000;

/** What came in, what is stored, and what the plan allows. */
export function UsageCard(): ReactNode {
  const usage = useOperation('getUsageMetrics', {}, { everyMs: EVERY_MS });
  const { data } = usage;
  return (
    <Card title="Usage" aside={data === undefined ? undefined : <Badge tone="accent">Plan: {data.plan}</Badge>}>
      <Loaded query={usage}>
        {({ usage: used, totals, period, limits }) => (
          <>
            <div className="grid">
              <Stat label="Events this month" value={count(used.eventsThisMonth)} note={`${period.month}, in UTC`} />
              <Stat label="Context packs today" value={count(used.synthesesToday)} />
              <Stat
                label="Learn jobs today"
                value={count(used.compilationsToday)}
                note={`${count(used.automaticCompilationsToday)} of them started by Strata itself`}
              />
              <Stat label="Stored events" value={count(totals.events)} />
              <Stat label="Memories" value={count(totals.memories)} />
              <Stat label="Artifacts" value={count(totals.artifacts)} />
            </div>
            <PlanLimits limits={limits} usage={used} />
          </>
        )}
      </Loaded>
    </Card>
  );
}
