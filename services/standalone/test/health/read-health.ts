import { healthSchema, type Health } from '@strata/contracts/schemas/health';
import { eventually } from '@strata/testkit/eventually';

export interface HealthResponse {
  readonly status: number;
  readonly text: string;
  readonly record: Health;
}

/** What `/v1/health` answers, held against its contract. */
export async function readHealth(base: string): Promise<HealthResponse> {
  const response = await fetch(`${base}/v1/health`);
  const text = await response.text();
  const { data } = JSON.parse(text) as { data: unknown };
  return { status: response.status, text, record: healthSchema.parse(data) };
}

/** Waits for a health record that the condition holds of. */
export const waitForHealth = (base: string, condition: (answer: HealthResponse) => boolean): Promise<HealthResponse> =>
  eventually(async () => {
    const answer = await readHealth(base);
    return condition(answer) && answer;
  });

export const isWell = ({ status }: HealthResponse): boolean => status === 200;
export const isUnwell = ({ status }: HealthResponse): boolean => status === 503;
