import { healthSchema, type Health } from '@strata/contracts/schemas/health';
import { eventually } from '@strata/testkit/eventually';

export interface HealthResponse {
  readonly status: number;
  readonly text: string;
  readonly record: Health;
}

/** The response of `/v1/health`, checked against its contract. */
export async function readHealth(base: string): Promise<HealthResponse> {
  const response = await fetch(`${base}/v1/health`);
  const text = await response.text();
  const { data } = JSON.parse(text) as { data: unknown };
  return { status: response.status, text, record: healthSchema.parse(data) };
}

/** Waits until the response of `/v1/health` meets the condition. */
export const waitForHealth = (
  base: string,
  condition: (response: HealthResponse) => boolean,
): Promise<HealthResponse> =>
  eventually(async () => {
    const response = await readHealth(base);
    return condition(response) && response;
  });

export const isWell = ({ status }: HealthResponse): boolean => status === 200;
export const isUnwell = ({ status }: HealthResponse): boolean => status === 503;
