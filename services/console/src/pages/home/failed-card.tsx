import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useHealth } from '../../api/health.ts';
import { useOperation } from '../../api/use-operation.ts';
import { counted } from '../../ui/figures.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Badge } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';

const EVERY_MS = 15_000;
const SHOWN = 5;

/** The last jobs that failed, and whether messages were put aside. */
export function FailedCard(): ReactNode {
  const jobs = useOperation('listJobs', { status: 'failed', limit: SHOWN }, { everyMs: EVERY_MS });
  const { data: health } = useHealth();
  const letters = Object.values(health?.subsystems.workers.deadLetters ?? {}).reduce((sum, one) => sum + one, 0);
  return (
    <Card title="Failed lately" aside={<Link to="/jobs?status=failed">All failed jobs</Link>}>
      <Loaded query={jobs}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="muted">No job of yours failed.</p>
          ) : (
            <ul className="plain-list">
              {items.map(({ id, type, error, finishedAt }) => (
                <li key={id} className="row">
                  <Badge tone="bad">{type}</Badge>
                  <span>{error?.message ?? 'It failed'}</span>
                  {finishedAt !== null && (
                    <span className="muted">
                      <Time at={finishedAt} />
                    </span>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {letters > 0 && (
        <p>
          <Link to="/dead-letters">{counted(letters, 'dead letter')}</Link>{' '}
          <span className="muted">of all tenants, for an operator.</span>
        </p>
      )}
    </Card>
  );
}
