import { useState, type ReactNode } from 'react';
import { useChange } from '../../api/use-operation.ts';
import { Button } from '../../ui/button.tsx';
import { errorText } from '../../ui/error-text.ts';
import { counted } from '../../ui/figures.ts';
import { Notice } from '../../ui/notice.tsx';

type Outcome = 'success' | 'failure';

const SAID: Readonly<Record<Outcome, string>> = {
  success: 'You said that this pack helped',
  failure: 'You said that this pack did not help',
};

/** Whether a pack helped: feedback that moves what it shows up or down, once. */
export function PackFeedback({ packId }: { readonly packId: string }): ReactNode {
  const { mutate, isPending, data, error } = useChange('recordFeedback');
  const [outcome, setOutcome] = useState<Outcome>();
  const say = (said: Outcome): void => {
    setOutcome(said);
    mutate({ packId, outcome: said });
  };
  return (
    <div role="status">
      {data !== undefined && outcome !== undefined ? (
        <Notice tone="good" title={SAID[outcome]}>
          <p>
            {data.counted === 0
              ? 'It moves nothing: what is not learned yet takes no feedback.'
              : `It moves ${counted(data.counted, 'source')} of the pack a little, from the next question on.`}
          </p>
        </Notice>
      ) : (
        <div className="row">
          <span>What came of it?</span>
          <Button isPending={isPending && outcome === 'success'} onPress={() => say('success')}>
            This helped
          </Button>
          <Button isPending={isPending && outcome === 'failure'} onPress={() => say('failure')}>
            This did not help
          </Button>
          {error !== null && <Notice tone="bad" title={errorText(error)} />}
        </div>
      )}
    </div>
  );
}
