import type { Operation } from '@strata/contracts/operation';
import { getJob, startLearning, type LearnRequest } from '@strata/contracts/operations/learn';
import type { Job } from '@strata/contracts/schemas/job';
import { eventually } from '@strata/testkit/eventually';
import request from 'supertest';
import { z } from 'zod';

/** What comes back, before anybody has looked at it. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface Asked {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
}

/** The path of an operation with its parameters filled in, and its query string. */
export function pathOf({ path }: Pick<Operation, 'path'>, { params = {}, query = {} }: Asked): string {
  const filled = path.replace(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return search.size === 0 ? filled : `${filled}?${search.toString()}`;
}

const success = z.object({ ok: z.literal(true), data: z.unknown() });

/** A caller with one credential, as a client of the public interface. */
export class ApiClient {
  readonly credential: string | undefined;
  readonly #base: string;

  constructor(base: string, credential?: string) {
    this.#base = base;
    this.credential = credential;
  }

  as(credential: string | undefined): ApiClient {
    return new ApiClient(this.#base, credential);
  }

  /** Calls an operation that must succeed, with an answer that holds to its contract. */
  async ask<Response extends z.ZodType>(
    operation: Operation<z.ZodType, z.ZodType, z.ZodType, Response>,
    asked: Asked = {},
  ): Promise<z.output<Response>> {
    const reply = await this.#request(operation.method, pathOf(operation, asked), asked.body);
    if (reply.status !== operation.successStatus)
      throw new Error(`${operation.name} answered ${String(reply.status)}: ${JSON.stringify(reply.body)}`);
    return operation.response.parse(success.parse(reply.body).data);
  }

  get(path: string): Promise<Reply> {
    return this.#request('GET', path);
  }

  delete(path: string): Promise<Reply> {
    return this.#request('DELETE', path);
  }

  /** Sends a value as JSON, or a text as it is. */
  post(path: string, body: unknown): Promise<Reply> {
    return this.#request('POST', path, body);
  }

  patch(path: string, body: unknown): Promise<Reply> {
    return this.#request('PATCH', path, body);
  }

  /** Learns and waits for the job's end. */
  async learn(body: LearnRequest = {}): Promise<Job> {
    const { jobId: id } = await this.ask(startLearning, { body });
    return eventually(
      async () => {
        const job = await this.ask(getJob, { params: { id } });
        return job.status === 'completed' || job.status === 'failed' ? job : undefined;
      },
      { withinMs: 60_000 },
    );
  }

  async #request(method: Operation['method'], path: string, body?: unknown): Promise<Reply> {
    const agent = request(this.#base);
    const test = { GET: agent.get, POST: agent.post, PATCH: agent.patch, DELETE: agent.delete }[method](path);
    if (this.credential !== undefined) test.set('Authorization', `Bearer ${this.credential}`);
    if (body !== undefined)
      test.set('Content-Type', 'application/json').send(typeof body === 'string' ? body : JSON.stringify(body));
    const reply = await test;
    return { status: reply.status, headers: reply.headers, body: reply.body as unknown };
  }
}
