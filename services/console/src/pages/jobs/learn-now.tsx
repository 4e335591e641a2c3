import type { ReactNode } from 'react';
import { useChange } from '../../api/use-operation.ts';
import { Button } from '../../ui/button.tsx';
import { errorText } from '../../ui/error-text.ts';
import { useToast } from '../../ui/toasts.tsx';

/** Starts a learn run over everything that is not compiled yet. */
export function LearnNow(): ReactNode {
  const toast = useToast();
  const start = useChange('startLearning', { outdates: ['listJobs'] });
  return (
    <Button
      kind="primary"
      isPending={start.isPending}
      onPress={() =>
        start.mutate(
          {},
          {
            onSuccess: () => toast({ text: 'The job is queued' }),
            onError: (error) => toast({ text: errorText(error), tone: 'bad' }),
          },
        )
      }
    >
      Learn now
    </Button>
  );
}
