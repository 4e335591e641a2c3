import type { Input } from '@strata/client/strata';
import { useState, type ReactNode } from 'react';
import { useHealth } from '../../api/health.ts';
import { useCursorList } from '../../api/use-cursor-list.ts';
import { MayDo } from '../../session/may-do.tsx';
import { DataList, type Column } from '../../ui/data-list.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { count, oldestOf, seconds } from '../../ui/figures.ts';
import { Page, Stat } from '../../ui/page.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { useFilters } from '../../ui/use-filters.ts';
import { AutomaticLearning } from './automatic-learning.tsx';
import { JobDetails } from './job-details.tsx';
import { JobStatus } from './job-status.tsx';
import { jobName, progressText, secondsOf, type Job } from './job.ts';
import { LearnNow } from './learn-now.tsx';

const EVERY_MS = 2_000;

const STATUSES = [
  { value: '', label: 'All' },
  { value: 'queued', label: 'Waits' },
  { value: 'active', label: 'Runs' },
  { value: 'completed', label: 'Completed' },
  { value: 'failed', label: 'Failed' },
] as const;

const COLUMNS: readonly Column<Job>[] = [
  { id: 'type', title: 'Job', cell: jobName },
  { id: 'status', title: 'Status', cell: ({ status }) => <JobStatus status={status} /> },
  { id: 'progress', title: 'Progress', width: 2, isSecondary: true, cell: progressText },
  { id: 'took', title: 'Took', isSecondary: true, cell: (job) => took(secondsOf(job)) },
  {
    id: 'at',
    title: 'Requested',
    isTime: true,
    cell: ({ createdAt }) => createdAt !== null && <Time at={createdAt} />,
  },
];

const took = (span: number | undefined): string =>
  span === undefined ? '' : span < 10 ? `${span.toFixed(1)} s` : seconds(span);

/** The jobs of the tenant, as they run. */
export default function JobsPage(): ReactNode {
  const [filters, change] = useFilters(['status']);
  const list = useCursorList('listJobs', filters as Input<'listJobs'>, { everyMs: EVERY_MS });
  const [opened, open] = useState<string>();
  return (
    <Page
      title="Jobs"
      lead="Learn runs, erasures and exports, as they run. Strata also starts learn runs by itself, soon after a session falls silent."
      actions={
        <MayDo operation="startLearning">
          <LearnNow />
        </MayDo>
      }
    >
      <Backlog />
      <AutomaticLearning />
      <div className="filters">
        <SelectField
          label="Status"
          choices={STATUSES}
          value={STATUSES.find(({ value }) => value === filters.status)?.value ?? ''}
          onChange={(value) => change('status', value)}
        />
      </div>
      <DataList
        label="Jobs"
        list={list}
        columns={COLUMNS}
        idOf={({ id }) => id}
        onOpen={({ id }) => open(id)}
        empty={
          filters.status === undefined ? (
            <EmptyState title="No job yet">
              A job appears when a session has been captured and falls silent, or when you press “Learn now”. Owners and
              admins see the jobs of everybody, others their own.
            </EmptyState>
          ) : (
            <EmptyState title="No job has this status">Choose another status to see other jobs.</EmptyState>
          )
        }
      />
      <Dialog title="Job" isDrawer isOpen={opened !== undefined} onClose={() => open(undefined)}>
        {opened !== undefined && <JobDetails id={opened} />}
      </Dialog>
    </Page>
  );
}

const ofAll = (oldest: string | undefined): string =>
  oldest === undefined ? 'of all tenants' : `${oldest}; of all tenants`;

/** What waits, of all tenants. */
function Backlog(): ReactNode {
  const { data } = useHealth();
  if (data === undefined) return null;
  const { queues, totalBacklog, oldestSeconds } = data.subsystems.workers;
  return (
    <div className="grid">
      <Stat
        label="Events that wait to be stored"
        value={count(totalBacklog)}
        note={ofAll(oldestOf(totalBacklog, oldestSeconds.capture))}
      />
      <Stat
        label="Learn jobs that wait"
        value={count(queues.learn.waiting)}
        note={ofAll(oldestOf(queues.learn.waiting, oldestSeconds.learn))}
      />
      <Stat label="Learn jobs that run" value={count(queues.learn.active)} note="of all tenants" />
      <Stat label="Learn jobs that failed" value={count(queues.learn.failed)} note="of the last day, of all tenants" />
    </div>
  );
}
