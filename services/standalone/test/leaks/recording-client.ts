import type { Secrets } from './secrets.ts';

export interface RequestOptions {
  /** The credential; none: nobody. */
  readonly as?: string | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ReceivedResponse {
  readonly status: number;
  readonly data: Record<string, unknown>;
}

/** Sends requests and keeps every word that comes back, but the value that a reveal is for. */
export class RecordingClient {
  readonly #base: string;
  /** Each answer as `method status headers body`. */
  readonly responses: string[] = [];

  constructor(base: string) {
    this.#base = base;
  }

  /** Sends `POST /v1/capture` and the like. `revealing`: the one secret that the answer may have in `data.value`. */
  async send(
    what: string,
    { as, body, text, headers = {} }: RequestOptions = {},
    revealing?: string,
  ): Promise<ReceivedResponse> {
    const [method = '', path = ''] = what.split(' ');
    const content = text ?? (body === undefined ? undefined : JSON.stringify(body));
    const reply = await fetch(`${this.#base}${path}`, {
      method,
      ...(content === undefined ? {} : { body: content }),
      headers: {
        ...(as === undefined ? {} : { Authorization: `Bearer ${as}` }),
        ...(content === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
    });
    const answered = await reply.text();
    const data = dataOf(answered);
    const told = JSON.stringify([...reply.headers]);
    const leaks = revealing === undefined ? answered : JSON.stringify(withoutValue(JSON.parse(answered), revealing));
    this.responses.push(`${method} ${String(reply.status)} ${told} ${leaks}`);
    return { status: reply.status, data };
  }

  /** Where those secrets were planted that came back, each with the answer that has it. */
  heard(secrets: Secrets): string[] {
    return this.responses.flatMap((answer) => secrets.in(answer).map((where) => `${where} in ${answer.slice(0, 10)}`));
  }
}

function dataOf(answered: string): Record<string, unknown> {
  try {
    return (JSON.parse(answered) as { data?: Record<string, unknown> }).data ?? {};
  } catch {
    return {};
  }
}

function withoutValue(envelope: unknown, revealed: string): unknown {
  const { data, ...rest } = envelope as { data?: Record<string, unknown> };
  return data?.['value'] === revealed ? { ...rest, data: { ...data, value: '' } } : envelope;
}
