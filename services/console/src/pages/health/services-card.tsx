import type { ReactNode } from 'react';
import type { Health } from '../../api/health.ts';
import { Badge } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';

/** What each service is for: so what does not work while it is down. */
const WORK: Readonly<Record<string, string>> = {
  ingest: 'stores events',
  'learn-compiler': 'learns from events; lists memories and artifacts',
  synthesis: 'makes packs',
  'enterprise-org': 'organizations, policies, agents, audit',
  vault: 'secrets',
};

interface ServicesCardProps {
  readonly services: Health['subsystems']['workers']['services'];
}

export const ServicesCard = ({ services }: ServicesCardProps): ReactNode => (
  <Card title="Services">
    <ul className="plain-list">
      {Object.entries(services).map(([name, state]) => (
        <li key={name} className="row">
          <Badge tone={state === 'up' ? 'good' : 'bad'}>{state === 'up' ? 'Up' : 'Down'}</Badge>
          <strong>{name}</strong>
          <span className="muted">{WORK[name] ?? ''}</span>
          {state === 'down' && <span>Does not respond or cannot work: look at its log.</span>}
        </li>
      ))}
    </ul>
  </Card>
);
