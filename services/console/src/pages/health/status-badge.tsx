import type { ReactNode } from 'react';
import type { Health } from '../../api/health.ts';
import { Badge, type Tone } from '../../ui/notice.tsx';

type Status = Health['status'];

const TONES: Readonly<Record<Status, Tone>> = { healthy: 'good', degraded: 'warning', unhealthy: 'bad' };
const WORDS: Readonly<Record<Status, string>> = { healthy: 'Healthy', degraded: 'Degraded', unhealthy: 'Unhealthy' };

export const StatusBadge = ({ status }: { readonly status: Status }): ReactNode => (
  <Badge tone={TONES[status]}>{WORDS[status]}</Badge>
);
