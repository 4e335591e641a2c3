const MOST_CHARACTERS = 2_000;

interface EventLike {
  readonly type: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** The keys of a payload that say what it is about, the best first. */
const TELLING = ['content', 'text', 'error', 'command', 'path', 'url', 'summary'] as const;

/** The keys of a payload that say who speaks. */
const NAMING = ['role', 'tool', 'toolName', 'name'] as const;

/** An event as text: what was said, or what a tool was called with and returned. */
export function eventText({ payload }: EventLike): string {
  const told = TELLING.map((key) => payload[key]).find((value) => typeof value === 'string' && value !== '');
  const text = typeof told === 'string' ? told : JSON.stringify(payload);
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
}

/** An event with what a list shows of it: its text and its speaker, but not the rest of what may be a large payload. */
export const trimmedEvent = <Event extends EventLike>(event: Event): Event => {
  const speaker = Object.fromEntries(
    NAMING.flatMap((key) => (typeof event.payload[key] === 'string' ? [[key, event.payload[key]]] : [])),
  );
  return { ...event, payload: { ...speaker, content: eventText(event) }, metadata: {} };
};

/** Who speaks in an event: a role, a tool, or else its type. */
export function speakerOf({ type, payload }: EventLike): string {
  const name = NAMING.map((key) => payload[key]).find((value) => typeof value === 'string' && value !== '');
  return typeof name === 'string' ? name : type.replaceAll('_', ' ');
}
