const MOST_CHARACTERS = 2_000;
/** The longest text that is looked into for JSON. */
const MOST_JSON = 20_000;
/** Where a trimmed event keeps its text. */
const TRIMMED = 'strata:text';

type Payload = Readonly<Record<string, unknown>>;

interface EventLike {
  readonly type: string;
  readonly payload: Payload;
}

/** The keys of a payload that say who speaks. */
const NAMING = ['role', 'tool', 'toolName', 'name'] as const;
const TOOL = ['tool_name', 'toolName', 'tool', 'name'] as const;
const INPUT = ['input', 'arguments', 'args', 'parameters', 'tool_input', 'toolInput'] as const;
const OUTPUT = ['error', 'output', 'result', 'content', 'response', 'text', 'stdout', 'body'] as const;
const SAID = ['content', 'text', 'message', 'body'] as const;
const CHANGE = ['error', 'summary', 'diff', 'patch', 'new_string', 'newString', 'content'] as const;

const isRecord = (value: unknown): value is Payload =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The first of the keys with more than a yes or no. */
const first = (payload: Payload, keys: readonly string[]): unknown =>
  keys.map((key) => payload[key]).find((value) => !['', undefined, null, true, false].includes(value as string));

const firstText = (payload: Payload, keys: readonly string[]): string => {
  const value = first(payload, keys);
  return typeof value === 'string' ? value : '';
};

/** A value in words: `order_id: 7, lines: 2` of an object, or of a text that is one. */
function inWords(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return inWordsOfText(value);
  if (Array.isArray(value)) return value.map(inside).join(', ');
  if (!isRecord(value)) return JSON.stringify(value);
  return Object.entries(value)
    .map(([name, part]) => `${name}: ${inside(part)}`)
    .join(', ');
}

const inside = (value: unknown): string =>
  isRecord(value) ? `(${inWords(value)})` : Array.isArray(value) ? `[${inWords(value)}]` : inWords(value);

function inWordsOfText(text: string): string {
  if (text.length > MOST_JSON || !/^\s*[[{]/.test(text)) return text;
  try {
    return inWords(JSON.parse(text) as unknown);
  } catch {
    return text;
  }
}

/** A message is a text, or a list of parts. */
const said = (payload: Payload): string => {
  const content = first(payload, SAID);
  if (!Array.isArray(content)) return typeof content === 'string' ? content : inWords(content);
  return content.map((part) => (isRecord(part) ? firstText(part, SAID) || inWords(part) : inWords(part))).join('\n');
};

/** Joins two texts as `what: told`. An empty one is left out, with the colon. */
const joined = (what: string, told: string): string => [what, told].filter((part) => part !== '').join(': ');

const failed = (payload: Payload): boolean =>
  payload['success'] === false || payload['passed'] === false || payload['is_error'] === true;

function called(payload: Payload): string {
  const [tool, input] = [firstText(payload, TOOL), first(payload, INPUT)];
  if (tool === '') return '';
  const command = isRecord(input) ? input['command'] : undefined;
  return typeof command === 'string' ? `${tool}: ${command}` : `${tool}(${inWords(input)})`;
}

function ran(payload: Payload): string {
  const code = first(payload, ['exitCode', 'exit_code']);
  const command = firstText(payload, ['command', 'cmd']);
  const end = command === '' || code === undefined || code === 0 ? '' : ` (exit code ${inWords(code)})`;
  return [`${command}${end}`, inWords(first(payload, ['error', 'output', 'stdout', 'stderr']))]
    .filter((part) => part !== '')
    .join('\n');
}

/** What each type of event reads as. */
const TEXTS: Readonly<Record<string, (payload: Payload) => string>> = {
  message: said,
  tool_call: called,
  tool_result: (payload) =>
    joined(`${firstText(payload, TOOL)}${failed(payload) ? ' failed' : ''}`.trim(), inWords(first(payload, OUTPUT))),
  file_edit: (payload) =>
    joined(
      [firstText(payload, ['path', 'file_path', 'file']), failed(payload) ? 'failed' : ''].join(' ').trim(),
      inWords(first(payload, CHANGE)),
    ),
  test_run: (payload) =>
    joined(
      `${firstText(payload, ['name', 'suite', 'command'])} ${payload['passed'] === true ? 'passed' : failed(payload) ? 'failed' : ''}`.trim(),
      inWords(first(payload, OUTPUT)),
    ),
  command_exec: ran,
  browser_action: (payload) =>
    joined(
      [firstText(payload, ['action', 'verb']), firstText(payload, ['url', 'selector', 'target'])].join(' ').trim(),
      inWords(first(payload, OUTPUT)),
    ),
  api_result: (payload) =>
    joined(
      [
        firstText(payload, ['method']),
        firstText(payload, ['url', 'path']),
        inWords(first(payload, ['statusCode', 'status_code'])),
      ]
        .filter((part) => part !== '')
        .join(' '),
      inWords(first(payload, OUTPUT)),
    ),
};

/** An event as text: what was said, or what a tool was called with or returned. */
export function eventText({ type, payload }: EventLike): string {
  const trimmed = payload[TRIMMED];
  const text = typeof trimmed === 'string' ? trimmed : (TEXTS[type]?.(payload) ?? '') || inWords(payload);
  return text.length > MOST_CHARACTERS + 1 ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
}

/** An event with what a list shows of it: its text and its speaker, but not the rest of what may be a large payload. */
export const trimmedEvent = <Event extends EventLike>(event: Event): Event => {
  const speaker = Object.fromEntries(
    NAMING.flatMap((key) => (typeof event.payload[key] === 'string' ? [[key, event.payload[key]]] : [])),
  );
  return { ...event, payload: { ...speaker, [TRIMMED]: eventText(event) }, metadata: {} };
};

/** Who speaks in an event: a role, a tool, or else its type. */
export function speakerOf({ type, payload }: EventLike): string {
  return firstText(payload, NAMING) || type.replaceAll('_', ' ');
}
