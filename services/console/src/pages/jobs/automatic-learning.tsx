import type { ReactNode } from 'react';
import { useChange, useOperation } from '../../api/use-operation.ts';
import { useSession } from '../../session/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { errorText } from '../../ui/error-text.ts';
import { count, seconds } from '../../ui/figures.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Badge } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { useToast } from '../../ui/toasts.tsx';

/** Whether sessions are compiled without a request, and a switch for those who may change it. */
export function AutomaticLearning(): ReactNode {
  const settings = useOperation('getLearnSettings', {});
  return (
    <Card
      title="Automatic learning"
      aside={
        settings.data !== undefined && (
          <Badge tone={settings.data.isActive ? 'good' : 'warning'}>{settings.data.isActive ? 'On' : 'Off'}</Badge>
        )
      }
    >
      <Loaded query={settings}>
        {({ isAutomatic, isActive, silenceSeconds, newEvents }) => (
          <div className="stack">
            <p>
              {isActive
                ? `A session is compiled when it ends, after ${seconds(silenceSeconds)} without a new event, or with ${count(newEvents)} new ones.`
                : isAutomatic
                  ? 'This deployment compiles only on request.'
                  : 'Sessions are compiled only on request.'}
            </p>
            {/* What the deployment does not offer, a tenant cannot turn on. */}
            {(isActive || !isAutomatic) && <Switch isAutomatic={isAutomatic} />}
          </div>
        )}
      </Loaded>
    </Card>
  );
}

function Switch({ isAutomatic }: { readonly isAutomatic: boolean }): ReactNode {
  const toast = useToast();
  const change = useChange('updateLearnSettings', { outdates: ['getLearnSettings'] });
  const { isTenantAdmin } = useSession();
  if (!isTenantAdmin) return null;
  return (
    <div>
      <Button
        isPending={change.isPending}
        onPress={() =>
          change.mutate(
            { isAutomatic: !isAutomatic },
            {
              onSuccess: () => toast({ text: isAutomatic ? 'Automatic learning is off' : 'Automatic learning is on' }),
              onError: (error) => toast({ text: errorText(error), tone: 'bad' }),
            },
          )
        }
      >
        {isAutomatic ? 'Turn it off' : 'Turn it on'}
      </Button>
    </div>
  );
}
