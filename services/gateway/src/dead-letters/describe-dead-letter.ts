import { maskSecrets } from '@strata/secrets/mask-secrets';

/** A dead letter as the broker has it. */
export interface StoredLetter {
  readonly id: string;
  readonly sentAt: Date | null;
  readonly diedAt: Date | null;
  readonly attempts: number;
  readonly faults: readonly string[];
  readonly context: unknown;
  readonly body: string;
}

/** A dead letter as an operator sees it. */
export interface DescribedLetter {
  readonly id: string;
  readonly sentAt: string | null;
  readonly diedAt: string | null;
  readonly attempts: number;
  readonly tenantId: string | null;
  readonly requestId: string | null;
  /** What in it breaks its contract; empty if the reason is in the log of its service. */
  readonly faults: readonly string[];
}

export function describeLetter({ id, sentAt, diedAt, attempts, context, faults }: StoredLetter): DescribedLetter {
  const { scope, requestId } = (context ?? {}) as { scope?: { tenantId?: unknown }; requestId?: unknown };
  return {
    id,
    sentAt: sentAt?.toISOString() ?? null,
    diedAt: diedAt?.toISOString() ?? null,
    attempts,
    tenantId: textOf(scope?.tenantId),
    requestId: textOf(requestId),
    faults,
  };
}

/** A dead letter with its context and payload, in which secrets are masked. A payload that is no JSON is shown as a text. */
export function showLetter(letter: StoredLetter): DescribedLetter & { context: unknown; payload: unknown } {
  const { masked } = maskSecrets({ context: letter.context, payload: payloadOf(letter.body) });
  return { ...describeLetter(letter), ...masked };
}

/** One line for a terminal. */
export function lineOf(letter: DescribedLetter): string {
  const { id, sentAt, diedAt, attempts, tenantId, faults } = letter;
  const reason = faults.length === 0 ? 'rejected: see the log of its service' : faults.join('; ');
  return [
    id,
    `sent ${sentAt ?? 'at an unknown time'}`,
    `died ${diedAt ?? 'at an unknown time'}`,
    attempts === 1 ? '1 attempt' : `${String(attempts)} attempts`,
    tenantId ?? 'no tenant',
    reason,
  ]
    .map(printable)
    .join('  ');
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Without characters that steer a terminal. */
const printable = (text: string): string => text.replace(/\p{Cc}/gu, ' ');

function payloadOf(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return body;
  }
}
