import type { ReactNode } from 'react';
import { Meter } from 'react-aria-components';
import { Link } from 'react-router';
import { useOperation } from '../../api/use-operation.ts';
import { count } from '../../ui/figures.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Facts } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';
import { JobStatus } from './job-status.tsx';
import { isOpen, jobName, progressText, resultFigures, type Job } from './job.ts';

const EVERY_MS = 1_000;

/** One job, read again until it ends. */
export function JobDetails({ id }: { readonly id: string }): ReactNode {
  const before = useOperation('getJob', { id });
  const isRunning = before.data !== undefined && isOpen(before.data);
  const job = useOperation('getJob', { id }, isRunning ? { everyMs: EVERY_MS } : {});
  return <Loaded query={job}>{(value) => <OneJob job={value} />}</Loaded>;
}

function OneJob({ job }: { readonly job: Job }): ReactNode {
  const { id, status, progress, result, error, createdAt, startedAt, finishedAt } = job;
  const figures = resultFigures(result);
  return (
    <div className="stack">
      <div className="row">
        <JobStatus status={status} />
        <span>{jobName(job)}</span>
      </div>
      {status === 'active' && progress.total !== null && progress.total > 0 && (
        <Meter aria-label="Progress" value={progress.processed} maxValue={progress.total}>
          {({ percentage }) => (
            <div className="meter">
              <div className="meter-fill" style={{ width: `${String(percentage)}%` }} />
            </div>
          )}
        </Meter>
      )}
      {error !== null && (
        <Notice tone="bad" title={error.message}>
          <p>
            {error.code}. If it fails again, look at the service’s log and at <Link to="/health">Health</Link>.
          </p>
        </Notice>
      )}
      {status === 'completed' && figures.length === 0 && <p>There was nothing to do.</p>}
      <Facts
        facts={[
          ['Id', <span className="mono">{id}</span>],
          ['Progress', progressText(job)],
          ...figures.map(([name, value]) => [capitalized(name), count(value)] as const),
          ['Requested', createdAt !== null && <Time at={createdAt} isFull />],
          ['Started', startedAt !== null && <Time at={startedAt} isFull />],
          ['Ended', finishedAt !== null && <Time at={finishedAt} isFull />],
        ]}
      />
      {status === 'completed' && job.type === 'learn' && (
        <Link to="/learned">See all that was learned, the newest first</Link>
      )}
    </div>
  );
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
