import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { strata } from '../../api/strata.ts';
import { useOperation } from '../../api/use-operation.ts';
import { useMay } from '../../session/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { errorText } from '../../ui/error-text.ts';
import { counted } from '../../ui/figures.ts';
import { Notice } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { useToast } from '../../ui/toasts.tsx';

const EVENTS_PER_REQUEST = 250;

/** To a user whose tenant has no events: what to do first, and the demo's data to look at. */
export function FirstVisit(): ReactNode {
  const { data } = useOperation('getUsageMetrics', {});
  const mayCapture = useMay('captureBatch');
  const [progress, setProgress] = useState('');
  const client = useQueryClient();
  const toast = useToast();
  const load = useMutation({
    mutationFn: () => loadDemo(setProgress),
    onSuccess: () => {
      toast({ text: 'The demo’s data is here' });
      return client.invalidateQueries();
    },
  });
  if (data === undefined || (data.totals.events > 0 && !load.isPending)) return null;
  return (
    <Card title="Nothing was captured yet">
      <p>
        Connect an agent, and this page shows what it did and what was learned from it. To see it with data first, load
        the demo: the recorded runs of a coding agent and a support agent.
      </p>
      {load.error !== null && <Notice tone="bad" title={errorText(load.error)} />}
      <div className="row">
        {mayCapture ? (
          <Button kind="primary" isPending={load.isPending} onPress={() => load.mutate()}>
            Load the demo’s data
          </Button>
        ) : (
          <span className="muted">You may only read here: somebody who may capture events can load it.</span>
        )}
        <span role="status">{load.isPending && progress}</span>
      </div>
    </Card>
  );
}

/** Captures the demo's events, and learns from them. The keys of its events keep a second time from storing anything twice. */
async function loadDemo(show: (progress: string) => void): Promise<void> {
  show('Loading …');
  const { default: events } = await import('virtual:demo-events');
  for (let from = 0; from < events.length; from += EVENTS_PER_REQUEST) {
    const batch = events.slice(from, from + EVENTS_PER_REQUEST);
    await strata.api.captureBatch({ events: batch });
    show(`${counted(from + batch.length, 'event')} captured …`);
  }
  show('Learning …');
  await strata.learn({ wait: true });
}
