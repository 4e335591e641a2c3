import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { useOperation } from '../../api/use-operation.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { AskForm } from './ask-form.tsx';
import { PackView } from './pack-view.tsx';
import { queryOf, readQuestion } from './question.ts';

/** The playground: a question, and the pack that an agent would get. It is in the address, so that a link asks the same. */
export default function AskPage(): ReactNode {
  const [params, setParams] = useSearchParams();
  const question = readQuestion(params);
  const isAsked = question.query !== '';
  const input = { ...question, explain: true, format: 'both' as const };
  // Each synthesis counts as a pack: one question is one, also when the user comes back to it.
  const pack = useOperation('synthesize', input, { isNeeded: isAsked, isReadOnce: true });
  return (
    <Page title="Ask" lead="Ask what an agent would ask, and see the pack that it gets, within its token budget.">
      <AskForm
        key={params.toString()}
        question={question}
        isPending={isAsked && pack.isFetching}
        onAsk={(asked) => {
          if (queryOf(asked).toString() === params.toString()) void pack.refetch();
          else setParams(queryOf(asked));
        }}
      />
      {isAsked ? (
        <Loaded query={pack}>{(value) => <PackView pack={value} question={question} />}</Loaded>
      ) : (
        <EmptyState title="Ask a question">
          Such as “The payment provider timed out. May I charge the card again?”, or the task that an agent is about to
          begin.
        </EmptyState>
      )}
    </Page>
  );
}
