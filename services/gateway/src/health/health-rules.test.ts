import { describe, expect, it } from '@jest/globals';
import { HEALTH_RULES, statusOf, worstOf } from './health-rules.ts';
import { healthyFigures } from '../../test/healthy-figures.ts';

const away = { responds: false } as const;
const { database, cache } = healthyFigures;
const databaseGone = { ...healthyFigures, database: { ...database, ...away } };
const busGone = { ...healthyFigures, bus: away };
const serviceGone = { ...healthyFigures, services: new Map([['ingest', false]] as const) };
const cacheGone = { ...healthyFigures, cache: { ...cache, ...away } };

describe('The health rules', () => {
  it('find everything healthy when everything responds', () => {
    expect(HEALTH_RULES.filter((rule) => rule.holds(healthyFigures))).toEqual([]);
    expect(statusOf('database', healthyFigures)).toBe('healthy');
  });

  it.each([
    ['a database that does not respond makes', databaseGone, 'database', 'unhealthy'],
    ['a bus that is away makes', busGone, 'workers', 'unhealthy'],
    ['a service that does not respond makes', serviceGone, 'workers', 'degraded'],
    ['a cache that does not respond makes', cacheGone, 'cache', 'degraded'],
  ] as const)('%s only its subsystem unhealthy or degraded', (_, figures, subsystem, status) => {
    const subsystems = ['database', 'cache', 'workers'] as const;
    const affected = subsystems.filter((name) => statusOf(name, figures) !== 'healthy');
    expect([affected, statusOf(subsystem, figures)]).toEqual([[subsystem], status]);
  });

  it('choose the worst status', () => {
    expect(statusOf('workers', { ...busGone, services: serviceGone.services })).toBe('unhealthy');
    expect(worstOf(['healthy', 'unhealthy', 'degraded'])).toBe('unhealthy');
    expect(worstOf(['healthy', 'degraded'])).toBe('degraded');
    expect(worstOf([])).toBe('healthy');
  });
});
