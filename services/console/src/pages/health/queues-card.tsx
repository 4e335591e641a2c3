import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Health } from '../../api/health.ts';
import { count, seconds } from '../../ui/figures.ts';
import { Card } from '../../ui/page.tsx';
import { StatusBadge } from './status-badge.tsx';
import './health.css';

interface QueuesCardProps {
  readonly workers: Health['subsystems']['workers'];
}

/** What waits to be stored and to be learned, of all tenants. */
export function QueuesCard({ workers: { status, queues, oldestSeconds, deadLetters } }: QueuesCardProps): ReactNode {
  const rows = [
    { name: 'Capture', queue: queues.capture, oldest: oldestSeconds.capture },
    { name: 'Learn', queue: queues.learn, oldest: oldestSeconds.learn },
  ];
  const dead = Object.values(deadLetters).reduce((sum, one) => sum + one, 0);
  return (
    <Card title="Queues" aside={<StatusBadge status={status} />}>
      <div className="health-table" tabIndex={0} role="region" aria-label="Queues">
        <table>
          <thead>
            <tr>
              <th scope="col">Queue</th>
              <th scope="col">Wait</th>
              <th scope="col">Run</th>
              <th scope="col">Failed</th>
              <th scope="col">Oldest</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, queue, oldest }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{count(queue.waiting)}</td>
                <td>{count(queue.active)}</td>
                <td>{count(queue.failed)}</td>
                <td>{seconds(oldest)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="row">
        <Link to="/jobs">Jobs</Link>
        <Link to="/dead-letters">Dead letters ({count(dead)})</Link>
      </p>
    </Card>
  );
}
