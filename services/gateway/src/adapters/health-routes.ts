import { getHealth } from '@strata/contracts/operations/health';
import type { Health } from '@strata/contracts/schemas/health';
import type { HttpRoute } from '@strata/platform/http/http-route';

/** `/v1/health` serves the full record, `/health` its flat form. Both respond 503 unless everything is healthy. */
export const healthRoutes = (readHealth: () => Promise<Health>): HttpRoute[] => [
  {
    method: 'GET',
    path: getHealth.path,
    quiet: true,
    handle: async () => {
      const health = await readHealth();
      if (health.status === 'healthy') return { data: health };
      const affected = Object.entries(health.subsystems).filter(([, { status }]) => status !== 'healthy');
      const message = `The service is ${health.status}: ${affected.map(([name]) => name).join(', ')}`;
      return { status: 503, data: health, error: { code: 'unhealthy', message } };
    },
  },
  {
    method: 'GET',
    path: '/health',
    quiet: true,
    handle: async () => {
      const { status, version, uptime, subsystems } = await readHealth();
      const json = { status, version, postgres: linkOf(subsystems.database), cache: linkOf(subsystems.cache), uptime };
      return { status: status === 'healthy' ? 200 : 503, json };
    },
  },
];

const linkOf = ({ status }: { status: Health['status'] }): 'connected' | 'disconnected' =>
  status === 'healthy' ? 'connected' : 'disconnected';
