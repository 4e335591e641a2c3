import { describe, expect, it } from '@jest/globals';
import { createHealth } from './create-health.ts';
import type { HealthCheck } from './health.ts';

const report = (checks: Record<string, HealthCheck>) => createHealth({ version: '1.2.3', checks, timeoutMs: 20 })();

describe('Health', () => {
  it('is as bad as its worst subsystem', async () => {
    const healthy: HealthCheck = () => ({ status: 'healthy' });
    const degraded: HealthCheck = () => ({ status: 'degraded', queue: 12 });
    const unhealthy: HealthCheck = () => ({ status: 'unhealthy' });
    await expect(report({})).resolves.toMatchObject({ status: 'healthy', version: '1.2.3' });
    await expect(report({ healthy, degraded })).resolves.toMatchObject({
      status: 'degraded',
      subsystems: { degraded: { status: 'degraded', queue: 12 } },
    });
    await expect(report({ unhealthy, degraded })).resolves.toMatchObject({ status: 'unhealthy' });
  });

  it('counts a check that throws or never returns as unhealthy, without its reason', async () => {
    const failing: HealthCheck = () => {
      throw new Error('postgres://app:hunter2@db');
    };
    const hanging: HealthCheck = () => new Promise(() => undefined);
    const result = await report({ failing, hanging });
    expect(result).toMatchObject({
      status: 'unhealthy',
      subsystems: { failing: { status: 'unhealthy' }, hanging: { status: 'unhealthy' } },
    });
    expect(JSON.stringify(result)).not.toContain('hunter2');
  });
});
