import type { ReactNode } from 'react';
import { Meter } from 'react-aria-components';
import type { Health } from '../../api/health.ts';
import { count } from '../../ui/figures.ts';
import { Card, Facts } from '../../ui/page.tsx';
import { StatusBadge } from './status-badge.tsx';

interface DatabaseCardProps {
  readonly database: Health['subsystems']['database'];
}

/** Everything that is stored is in the database, so without it nothing can be captured or read. */
export function DatabaseCard({ database: { status, connections } }: DatabaseCardProps): ReactNode {
  const { total, idle, waiting, max, utilizationPercent } = connections;
  return (
    <Card title="Database" aside={<StatusBadge status={status} />}>
      {status !== 'healthy' && <p>Check that PostgreSQL runs, and that the services can reach it.</p>}
      <Meter aria-label="Connections in use" value={utilizationPercent}>
        {({ percentage }) => (
          <div className="stack">
            <span>{count(utilizationPercent)}% of the connections are in use</span>
            <div className="meter">
              <div className="meter-fill" style={{ width: `${String(percentage)}%` }} />
            </div>
          </div>
        )}
      </Meter>
      <Facts
        facts={[
          ['Open', `${count(total)} of at most ${count(max)}`],
          ['Idle', count(idle)],
          ['Requests that wait for one', count(waiting)],
        ]}
      />
    </Card>
  );
}
