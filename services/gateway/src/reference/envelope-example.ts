import type { ErrorCode, ErrorDetail } from '@strata/kernel/errors';

const REQUEST_ID = 'req_07d8af79f6506445635393302b944467';
const TENANT_ID = 'ten_ccdc02e03ffd2d2f569997e79f45d94e';

const metaExample = (hasTenant: boolean) => ({
  requestId: REQUEST_ID,
  ...(hasTenant ? { tenantId: TENANT_ID } : {}),
  durationMs: 3.46,
});

/** A success in the envelope. Without a credential there is no tenant. */
export const successExample = (data: unknown, hasTenant: boolean) => ({ ok: true, data, meta: metaExample(hasTenant) });

export interface ErrorExample<Code extends string = ErrorCode> {
  readonly code: Code;
  readonly message: string;
  readonly details?: readonly ErrorDetail[] | undefined;
}

/** An error in the envelope. */
export const failureExample = ({ code, message, details }: ErrorExample<string>, hasTenant: boolean) => ({
  ok: false,
  error: { code, message, ...(details === undefined ? {} : { details }) },
  meta: metaExample(hasTenant),
});
