import type { ReactNode } from 'react';
import { Page } from '../../ui/page.tsx';
import { FirstVisit } from './first-visit.tsx';
import { HealthCard } from './health-card.tsx';
import { LearnedCard } from './learned-card.tsx';
import { UsageCard } from './usage-card.tsx';

export default function HomePage(): ReactNode {
  return (
    <Page title="Home" lead="Is it working, what came in, and what was learned.">
      <FirstVisit />
      <HealthCard />
      <UsageCard />
      <LearnedCard />
    </Page>
  );
}
