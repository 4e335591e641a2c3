import type { Secrets } from './secrets.ts';

export interface Sending {
  /** The credential; none: nobody. */
  readonly as?: string | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Heard {
  readonly status: number;
  readonly data: Record<string, unknown>;
}

/** Sends requests and keeps every word that comes back, but the value that a reveal is for. */
export class Listener {
  readonly #base: string;
  /** Each answer as `method status headers body`. */
  readonly answers: string[] = [];

  constructor(base: string) {
    this.#base = base;
  }

  /** Sends `POST /v1/capture` and the like. `revealing`: the one secret that the answer may have in `data.value`. */
  async send(what: string, { as, body, text, headers = {} }: Sending = {}, revealing?: string): Promise<Heard> {
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
    const heard = revealing === undefined ? answered : JSON.stringify(withoutValue(JSON.parse(answered), revealing));
    this.answers.push(`${method} ${String(reply.status)} ${told} ${heard}`);
    return { status: reply.status, data };
  }

  /** Where those secrets were planted that came back, each with the answer that has it. */
  heard(secrets: Secrets): string[] {
    return this.answers.flatMap((answer) => secrets.in(answer).map((where) => `${where} in ${answer.slice(0, 10)}`));
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
