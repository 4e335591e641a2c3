import type { ResponseTo } from '@strata/contracts/operation';
import type { captureBatch } from '@strata/contracts/operations/capture';
import type { AppError } from '@strata/kernel/errors';

export type BatchReceipt = ResponseTo<typeof captureBatch>;

/** Collects what became of each event of a batch, by its position. */
export class BatchOutcome {
  readonly #eventIds: (string | null)[];
  readonly #errors = new Map<number, AppError>();

  constructor(total: number) {
    this.#eventIds = new Array<null>(total).fill(null);
  }

  accept(positions: readonly number[], eventId: string): void {
    for (const position of positions) this.#eventIds[position] = eventId;
  }

  reject(positions: readonly number[], error: AppError): void {
    for (const position of positions) this.#errors.set(position, error);
  }

  receipt(batchId: string): BatchReceipt {
    const total = this.#eventIds.length;
    const errors = [...this.#errors].sort(([a], [b]) => a - b);
    return {
      batchId,
      queued: total - errors.length,
      errors: errors.length,
      total,
      eventIds: this.#eventIds,
      errorDetails: errors.map(([index, { code, message, details }]) => ({
        index,
        code,
        message,
        details: details ?? [],
      })),
    };
  }
}
