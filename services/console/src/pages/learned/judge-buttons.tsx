import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { strata } from '../../api/strata.ts';
import { useSession } from '../../session/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { errorText } from '../../ui/error-text.ts';
import { useToast } from '../../ui/toasts.tsx';
import { aboutOf, type Artifact } from './artifact.ts';

type Judgement = 'useful' | 'wrong';

const OUTCOMES = { useful: 'success', wrong: 'failure' } as const;
const DONE: Readonly<Record<Judgement, string>> = {
  useful: 'Counted as useful: packs rank it higher from now on. You may still say the opposite',
  wrong: 'Counted as wrong: packs rank it lower from now on. You may still say the opposite',
};
const ROOM_TOKENS = 8_000;

interface Judged {
  readonly text: string;
  readonly isCounted: boolean;
}

/**
 * The last feedback that this browser sent on an artifact, by user id and artifact id. Reloading the console empties it: no operation
 * returns the feedback of a user.
 */
const lastFeedback = new Map<string, Judgement>();

/**
 * What the reader thinks of an artifact. It counts for the packs of everybody in the tenant. The reader may change their mind: the
 * opposite then counts too, and the two balance each other.
 */
export function JudgeButtons({ artifact }: { readonly artifact: Artifact }): ReactNode {
  const toast = useToast();
  const key = `${useSession().user.id} ${artifact.id}`;
  const [said, setSaid] = useState(lastFeedback.get(key));
  const judge = useMutation({
    mutationFn: (judgement: Judgement) => sendJudgement(artifact, judgement),
    onSuccess: ({ text, isCounted }, judgement) => {
      toast({ text });
      if (!isCounted) return;
      lastFeedback.set(key, judgement);
      setSaid(judgement);
    },
    onError: (error) => toast({ text: errorText(error), tone: 'bad' }),
  });
  const button = (judgement: Judgement, label: string): ReactNode => (
    <Button
      isPending={judge.isPending && judge.variables === judgement}
      isDisabled={said === judgement || (judge.isPending && judge.variables !== judgement)}
      onPress={() => judge.mutate(judgement)}
    >
      {label}
    </Button>
  );
  return (
    <>
      {said !== undefined && <span className="muted">You said: {said}</span>}
      {button('useful', 'Useful')}
      {button('wrong', 'Wrong')}
    </>
  );
}

/**
 * Feedback is about a pack that showed something: so this asks for one by the title of the artifact, and judges only the artifact.
 * Returns what came of it, and whether it counts.
 */
async function sendJudgement(artifact: Artifact, judgement: Judgement): Promise<Judged> {
  const { agentId, userId, namespaceId } = aboutOf(artifact);
  const { packId, sections } = await strata.api.synthesize({
    query: artifact.title,
    includeMemories: false,
    maxTokens: ROOM_TOKENS,
    ...(agentId === undefined ? {} : { agentId }),
    ...(userId === undefined ? {} : { userId }),
    ...(namespaceId === undefined ? {} : { namespaceId }),
  });
  if (!sections.some(({ source }) => source === artifact.id))
    return {
      text: 'No pack shows it at present, so there is nothing to rank. Was it learned just now? Then try again shortly.',
      isCounted: false,
    };
  const { counted } = await strata.api.recordFeedback({ packId, outcome: OUTCOMES[judgement], used: [artifact.id] });
  return counted === 0
    ? { text: 'You have said so before', isCounted: false }
    : { text: DONE[judgement], isCounted: true };
}
