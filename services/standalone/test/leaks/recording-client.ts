import type { Secrets } from './secrets.ts';

export interface RequestOptions {
  /** The credential. Without one the client is anonymous. */
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

/** Sends requests, and records the responses without revealed values. */
export class RecordingClient {
  readonly #base: string;
  /** Each response as `method status headers body`. */
  readonly responses: string[] = [];

  constructor(base: string) {
    this.#base = base;
  }

  /** Sends a request such as `POST /v1/capture`. `revealing` is the one secret that may be in `data.value`. */
  async send(
    request: string,
    { as, body, text, headers = {} }: RequestOptions = {},
    revealing?: string,
  ): Promise<ReceivedResponse> {
    const [method = '', path = ''] = request.split(' ');
    const content = text ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(`${this.#base}${path}`, {
      method,
      ...(content === undefined ? {} : { body: content }),
      headers: {
        ...(as === undefined ? {} : { Authorization: `Bearer ${as}` }),
        ...(content === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
    });
    const received = await response.text();
    const recorded = revealing === undefined ? received : JSON.stringify(withoutValue(JSON.parse(received), revealing));
    const allHeaders = JSON.stringify([...response.headers]);
    this.responses.push(`${method} ${String(response.status)} ${allHeaders} ${recorded}`);
    return { status: response.status, data: dataOf(received) };
  }

  /** The secrets in the responses, by the place where each was planted, with the start of the response. */
  leaks(secrets: Secrets): string[] {
    return this.responses.flatMap((response) =>
      secrets.in(response).map((where) => `${where} in ${response.slice(0, 10)}`),
    );
  }
}

function dataOf(text: string): Record<string, unknown> {
  try {
    return (JSON.parse(text) as { data?: Record<string, unknown> }).data ?? {};
  } catch {
    return {};
  }
}

function withoutValue(envelope: unknown, revealed: string): unknown {
  const { data, ...rest } = envelope as { data?: Record<string, unknown> };
  return data?.['value'] === revealed ? { ...rest, data: { ...data, value: '' } } : envelope;
}
