import type { ReactNode } from 'react';
import { useHealth, type Health } from '../../api/health.ts';
import { seconds } from '../../ui/figures.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Badge, Notice } from '../../ui/notice.tsx';
import { Facts, Page } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';
import { CacheCard } from './cache-card.tsx';
import { DatabaseCard } from './database-card.tsx';
import { QueuesCard } from './queues-card.tsx';
import { ServicesCard } from './services-card.tsx';
import { StatusBadge } from './status-badge.tsx';

/** Each dependency and each subsystem, read again all the time. */
export default function HealthPage(): ReactNode {
  const health = useHealth();
  return (
    <Page
      title="Health"
      lead="What Strata needs, and what it is made of. The page reads it again every five seconds."
      actions={
        health.data !== undefined &&
        (health.error === null ? (
          <StatusBadge status={health.data.status} />
        ) : (
          <Badge tone="bad">Strata does not respond</Badge>
        ))
      }
    >
      <Loaded query={health}>{(record) => <WholeHealth health={record} />}</Loaded>
    </Page>
  );
}

function WholeHealth({ health }: { readonly health: Health }): ReactNode {
  const { database, cache, workers } = health.subsystems;
  return (
    <>
      <Alerts rules={health.alerts.rules} />
      <div className="grid-wide">
        <DatabaseCard database={database} />
        <CacheCard cache={cache} />
        <QueuesCard workers={workers} />
        <ServicesCard services={workers.services} />
      </div>
      <Facts
        facts={[
          ['Version', health.version],
          ['This gateway runs for', seconds(health.uptime)],
          ['Measured', <Time at={health.timestamp} isFull />],
        ]}
      />
    </>
  );
}

const Alerts = ({ rules }: Pick<Health['alerts'], 'rules'>): ReactNode =>
  rules.length === 0 ? (
    <Notice tone="good" title="No alert fires" />
  ) : (
    rules.map(({ name, severity, message, since }) => (
      <Notice key={name} tone={severity === 'critical' ? 'bad' : 'warning'} title={message}>
        <p>
          <Badge tone={severity === 'critical' ? 'bad' : 'warning'}>{severity}</Badge> {name}, since <Time at={since} />
        </p>
      </Notice>
    ))
  );
