import type { captureBatch } from '@strata/contracts/operations/capture';
import type { AppError } from '@strata/kernel/errors';
import type { z } from 'zod';

export type BatchReceipt = z.input<typeof captureBatch.response>;

/** The answer by position, as it fills. */
export class BatchOutcome {
  readonly #eventIds: (string | null)[];
  readonly #faults = new Map<number, AppError>();

  constructor(total: number) {
    this.#eventIds = new Array<null>(total).fill(null);
  }

  accept(positions: readonly number[], eventId: string): void {
    for (const position of positions) this.#eventIds[position] = eventId;
  }

  refuse(positions: readonly number[], error: AppError): void {
    for (const position of positions) this.#faults.set(position, error);
  }

  receipt(batchId: string): BatchReceipt {
    const total = this.#eventIds.length;
    const faults = [...this.#faults].sort(([a], [b]) => a - b);
    return {
      batchId,
      queued: total - faults.length,
      errors: faults.length,
      total,
      eventIds: this.#eventIds,
      errorDetails: faults.map(([index, { code, message, details }]) => ({
        index,
        code,
        message,
        details: details ?? [],
      })),
    };
  }
}
