import { eventually } from '@strata/testkit/eventually';
import request from 'supertest';

/** What comes back, before anybody has looked at it. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into answers by name and fail where a name is missing
  readonly body: any;
}

/** A caller with one credential, as a client of the public interface. */
export class ApiClient {
  readonly #base: string;
  readonly #credential: string | undefined;

  constructor(base: string, credential?: string) {
    this.#base = base;
    this.#credential = credential;
  }

  as(credential: string | undefined): ApiClient {
    return new ApiClient(this.#base, credential);
  }

  get(path: string): Promise<Reply> {
    return this.#send(request(this.#base).get(path));
  }

  delete(path: string): Promise<Reply> {
    return this.#send(request(this.#base).delete(path));
  }

  /** Sends a value as JSON, or a text as it is. */
  post(path: string, body: unknown): Promise<Reply> {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return this.#send(request(this.#base).post(path).set('Content-Type', 'application/json').send(text));
  }

  /** Learns and waits for the job's end. */
  async learn(body: Record<string, unknown> = {}): Promise<Reply['body']> {
    const accepted = await this.post('/v1/learn', body);
    return eventually(
      async () => {
        const job = await this.get(`/v1/jobs/${String(accepted.body.data.jobId)}`);
        const status: unknown = job.body.data?.status;
        return status === 'completed' || status === 'failed' ? job.body.data : undefined;
      },
      { withinMs: 60_000 },
    );
  }

  async #send(test: request.Test): Promise<Reply> {
    const reply = await (this.#credential === undefined ? test : test.set('Authorization', `Bearer ${this.#credential}`));
    return { status: reply.status, headers: reply.headers as Record<string, string>, body: reply.body as unknown };
  }
}
