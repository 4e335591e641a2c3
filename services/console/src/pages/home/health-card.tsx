import type { ReactNode } from 'react';
import { useHealth, type Health } from '../../api/health.ts';
import { Badge, Notice, type Tone } from '../../ui/notice.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Card, Stat } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';
import { count, oldestOf } from '../../ui/figures.ts';

const TONES: Readonly<Record<Health['status'], Tone>> = { healthy: 'good', degraded: 'warning', unhealthy: 'bad' };
const WORDS: Readonly<Record<Health['status'], string>> = {
  healthy: 'Everything works',
  degraded: 'Something does not work',
  unhealthy: 'Events cannot be stored',
};

/** Whether it works, and what waits. */
export function HealthCard(): ReactNode {
  const health = useHealth();
  const { data, error, dataUpdatedAt } = health;
  return (
    <Card
      title="Health"
      aside={
        data !== undefined &&
        (error === null ? (
          <Badge tone={TONES[data.status]}>{WORDS[data.status]}</Badge>
        ) : (
          <Badge tone="bad">Strata does not respond</Badge>
        ))
      }
    >
      {data !== undefined && error !== null && (
        <p>
          How it is now is not known. The figures are those of <Time at={new Date(dataUpdatedAt).toISOString()} />.
        </p>
      )}
      <Loaded query={health}>{(record) => <HealthFigures health={record} />}</Loaded>
    </Card>
  );
}

function HealthFigures({ health }: { readonly health: Health }): ReactNode {
  const { workers } = health.subsystems;
  const { capture, learn } = workers.queues;
  const missing = Object.entries(workers.services).filter(([, state]) => state === 'down');
  const deadLetters = Object.values(workers.deadLetters).reduce((sum, one) => sum + one, 0);
  return (
    <>
      <div className="grid">
        <Stat
          label="Events that wait"
          value={count(workers.totalBacklog)}
          note={oldestOf(workers.totalBacklog, workers.oldestSeconds.capture)}
        />
        <Stat
          label="Learn jobs that wait"
          value={count(learn.waiting + learn.active)}
          note={oldestOf(learn.waiting + learn.active, workers.oldestSeconds.learn)}
        />
        <Stat
          label="Failed"
          value={count(capture.failed + learn.failed)}
          note={deadLetters === 0 ? 'learn jobs of the last day' : `${count(deadLetters)} of them dead letters`}
        />
      </div>
      {missing.length > 0 && (
        <Notice tone="warning" title={`Not there: ${missing.map(([name]) => name).join(', ')}`}>
          <p>What only these services do does not work until they are back.</p>
        </Notice>
      )}
      {health.alerts.rules.map(({ name, severity, message, since }) => (
        <Notice key={name} tone={severity === 'critical' ? 'bad' : 'warning'} title={message}>
          <p>
            {name}, since <Time at={since} />
          </p>
        </Notice>
      ))}
    </>
  );
}
