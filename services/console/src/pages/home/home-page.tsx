import type { ReactNode } from 'react';
import { Page } from '../../ui/page.tsx';
import { ActivityCard } from './activity-card.tsx';
import { FailedCard } from './failed-card.tsx';
import { FirstVisit } from './first-visit.tsx';
import { HealthCard } from './health-card.tsx';
import { LearnedCard } from './learned-card.tsx';
import { UsageCard } from './usage-card.tsx';

export default function HomePage(): ReactNode {
  return (
    <Page title="Home" lead="Is it working, what came in, what was learned, and what failed.">
      <FirstVisit />
      <HealthCard />
      <UsageCard />
      <ActivityCard />
      <FailedCard />
      <LearnedCard />
    </Page>
  );
}
