import type { ReactNode } from 'react';
import type { Health } from '../../api/health.ts';
import { count } from '../../ui/figures.ts';
import { Card, Facts } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';
import { StatusBadge } from './status-badge.tsx';

interface CacheCardProps {
  readonly cache: Health['subsystems']['cache'];
}

/** The cache keeps rate limits and what was read lately. */
export function CacheCard({ cache: { status, latencyMs, persistence, memory } }: CacheCardProps): ReactNode {
  const { aof_enabled: hasLog, rdb_last_save_time: savedAt } = persistence;
  const { used_memory_mb: used, maxmemory_mb: most, maxmemory_policy: policy } = memory;
  return (
    <Card title="Cache" aside={<StatusBadge status={status} />}>
      {status !== 'healthy' && <p>Check that Redis runs, and that the gateway can reach it.</p>}
      <Facts
        facts={[
          ['Responds after', `${latencyMs.toFixed(1)} ms`],
          ['Memory', most === 0 ? `${used.toFixed(1)} MB, no limit` : `${used.toFixed(1)} of ${count(most)} MB`],
          ['When it is full', policy],
          ['Append-only file', hasLog ? 'on' : 'off'],
          ['Last snapshot', savedAt === 0 ? 'none' : <Time at={new Date(savedAt * 1000).toISOString()} />],
        ]}
      />
    </Card>
  );
}
