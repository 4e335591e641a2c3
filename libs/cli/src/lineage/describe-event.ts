type Payload = Readonly<Record<string, unknown>>;

/** What carries the text of an event, by the types that have it; the first that is there. */
const TEXTS = ['content', 'error', 'output', 'command', 'input', 'path', 'name', 'url'] as const;

/** What an event says, in one text: what was said, or the tool and what came of it. */
export function describeEvent({ type, payload }: { readonly type: string; readonly payload: Payload }): string {
  const found = TEXTS.map((name) => payload[name]).find((value) => value !== undefined && value !== null);
  const text = typeof found === 'string' ? found : JSON.stringify(found ?? payload);
  if (type === 'message') return text;
  const tool = payload['tool_name'] ?? payload['toolName'];
  return `${typeof tool === 'string' ? tool : type.replaceAll('_', ' ')}: ${text}`;
}

/** Whether it ended well: undefined if an event does not say. */
export function outcomeOf({ success, passed, resolved, exitCode }: Payload): 'ok' | 'failed' | undefined {
  for (const stated of [success, passed, resolved]) if (typeof stated === 'boolean') return stated ? 'ok' : 'failed';
  return typeof exitCode === 'number' ? (exitCode === 0 ? 'ok' : 'failed') : undefined;
}
