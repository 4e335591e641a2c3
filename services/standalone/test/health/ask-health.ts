import { healthSchema, type Health } from '@strata/contracts/schemas/health';
import { eventually } from '@strata/testkit/eventually';

export interface HealthAnswer {
  readonly status: number;
  readonly text: string;
  readonly record: Health;
}

/** What `/v1/health` answers, held against its contract. */
export async function askHealth(base: string): Promise<HealthAnswer> {
  const response = await fetch(`${base}/v1/health`);
  const text = await response.text();
  const { data } = JSON.parse(text) as { data: unknown };
  return { status: response.status, text, record: healthSchema.parse(data) };
}

/** Waits for a health record that the condition holds of. */
export const healthOnce = (base: string, condition: (answer: HealthAnswer) => boolean): Promise<HealthAnswer> =>
  eventually(async () => {
    const answer = await askHealth(base);
    return condition(answer) && answer;
  });

export const isWell = ({ status }: HealthAnswer): boolean => status === 200;
export const isIll = ({ status }: HealthAnswer): boolean => status === 503;
