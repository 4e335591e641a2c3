import type { EventInput } from '@strata/client/event-buffer';
import type { Found } from '@strata/transcripts/acts/act';
import { geminiPrompt } from '@strata/transcripts/acts/gemini-texts';
import { textIn } from '@strata/transcripts/acts/json';
import { makeEvent } from '@strata/transcripts/events/make-event';
import { readHookCall } from './hook-call.ts';
import type { SpoolLine } from './spool.ts';
import { callIdOf, toolActs } from './tool-acts.ts';

/**
 * The events of a hook call. `recorded` are the same acts as a transcript has them: they bring the idempotency keys that `strata import`
 * gives, so a session that is captured and imported is stored once. What no transcript has gets the id of its call, or of the hook call.
 */
export function hookEvents(
  { id, at, client, repository, input }: SpoolLine,
  recorded: readonly Found[] = [],
): EventInput[] {
  const call = readHookCall(client, input);
  if (call === undefined) return [];
  const { kind, sessionId, cwd, prompt } = call;
  const model = textIn(input, 'model');
  const session = { sessionId, ...(cwd === undefined ? {} : { cwd }), ...(model === undefined ? {} : { model }) };
  const eventsOf = (acts: readonly Pick<Found, 'key' | 'act'>[]): EventInput[] =>
    acts.flatMap(({ key, act }) => {
      const made = makeEvent(client, { act, key, at, session }, { tags: [`repo:${repository}`] });
      if (made === undefined) return [];
      const { event } = made;
      const metadata = Object.entries(event.metadata ?? {}).filter(([name]) => name !== 'importedFrom');
      return [{ ...event, metadata: { ...Object.fromEntries(metadata), capturedBy: 'hook' } } as EventInput];
    });
  const said = (role: 'user' | 'assistant', text: string | undefined): EventInput[] =>
    text === undefined
      ? []
      : eventsOf([{ key: textIn(input, 'part_id') ?? `hook/${id}`, act: { kind: 'message', role, text } }]);
  if (recorded.length > 0) return eventsOf(recorded);
  switch (kind) {
    case 'prompt':
      return said('user', client === 'gemini' ? geminiPrompt(prompt ?? '') : prompt);
    case 'reply':
      return said('assistant', textIn(input, 'last_assistant_message', 'prompt_response', 'text'));
    case 'tool':
      return eventsOf(toolActs(input, id).map(({ part, act }) => ({ key: `${callIdOf(input, id)}/${part}`, act })));
    case 'end':
      return [
        {
          type: 'message',
          sessionId,
          // Nothing was said: the event only closes the session.
          payload: { role: 'system', content: '' },
          metadata: {
            agentId: client,
            tags: [`repo:${repository}`],
            occurredAt: at,
            sessionEnd: true,
            capturedBy: 'hook',
          },
          idempotencyKey: `${client}/hook/${id}`,
        },
      ];
    case 'start':
      return [];
  }
}
