import type { Random } from '@strata/testkit/seeded-random';
import { ApiClient, type ApiResponse } from '../../fixtures/api-client.ts';
import type { Ledger } from './ledger.ts';

/** A client that calls one gateway of several, and has the ledger check every answer. */
export class LedgerClient {
  readonly ledger: Ledger;
  readonly random: Random;
  readonly #bases: readonly string[];

  constructor(ledger: Ledger, random: Random, bases: readonly string[]) {
    this.ledger = ledger;
    this.random = random;
    this.#bases = bases;
  }

  post(credential: string, path: string, body: unknown, expected: readonly number[]): Promise<ApiResponse | undefined> {
    return this.ledger.ask(`POST ${patternOf(path)}`, () => this.#as(credential).post(path, body), expected);
  }

  get(credential: string, path: string): Promise<ApiResponse | undefined> {
    return this.ledger.ask(`GET ${patternOf(path)}`, () => this.#as(credential).get(path), [200]);
  }

  delete(credential: string, path: string): Promise<ApiResponse | undefined> {
    return this.ledger.ask(`DELETE ${patternOf(path)}`, () => this.#as(credential).delete(path), [200]);
  }

  #as(credential: string): ApiClient {
    const base = this.#bases[Math.floor(this.random() * this.#bases.length)];
    return new ApiClient(base ?? '', credential);
  }
}

/** Without the ids, so that equal requests are named alike. */
const patternOf = (path: string): string => path.replaceAll(/[a-z]{3}_[0-9a-f]+/g, '{id}').replace(/\?.*$/, '');
