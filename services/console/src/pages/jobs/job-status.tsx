import type { ReactNode } from 'react';
import { Badge, type Tone } from '../../ui/notice.tsx';
import type { Job } from './job.ts';

const TONES: Readonly<Record<Job['status'], Tone>> = {
  queued: 'normal',
  active: 'accent',
  completed: 'good',
  failed: 'bad',
};
const WORDS: Readonly<Record<Job['status'], string>> = {
  queued: 'Waits',
  active: 'Runs',
  completed: 'Completed',
  failed: 'Failed',
};

export const JobStatus = ({ status }: Pick<Job, 'status'>): ReactNode => (
  <Badge tone={TONES[status]}>{WORDS[status]}</Badge>
);
