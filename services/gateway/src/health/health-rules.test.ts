import { describe, expect, it } from '@jest/globals';
import { HEALTH_RULES, statusOf, worst } from './health-rules.ts';
import { wellFigures } from '../../test/well-figures.ts';

const away = { answers: false } as const;
const { database, cache } = wellFigures;
const databaseGone = { ...wellFigures, database: { ...database, ...away } };
const busGone = { ...wellFigures, bus: away };
const serviceGone = { ...wellFigures, services: new Map([['ingest', false]] as const) };
const cacheGone = { ...wellFigures, cache: { ...cache, ...away } };

describe('The rules of health', () => {
  it('call everything healthy when everything answers', () => {
    expect(HEALTH_RULES.filter((rule) => rule.holds(wellFigures))).toEqual([]);
    expect(statusOf('database', wellFigures)).toBe('healthy');
  });

  it.each([
    ['a database that does not answer makes', databaseGone, 'database', 'unhealthy'],
    ['a bus that is away makes', busGone, 'workers', 'unhealthy'],
    ['a service that does not answer makes', serviceGone, 'workers', 'degraded'],
    ['a cache that does not answer makes', cacheGone, 'cache', 'degraded'],
  ] as const)('%s the whole so', (_, figures, subsystem, status) => {
    const subsystems = ['database', 'cache', 'workers'] as const;
    const ill = subsystems.filter((name) => statusOf(name, figures) !== 'healthy');
    expect([ill, statusOf(subsystem, figures)]).toEqual([[subsystem], status]);
  });

  it('let the worst decide', () => {
    expect(statusOf('workers', { ...busGone, services: serviceGone.services })).toBe('unhealthy');
    expect(worst(['healthy', 'unhealthy', 'degraded'])).toBe('unhealthy');
    expect(worst(['healthy', 'degraded'])).toBe('degraded');
    expect(worst([])).toBe('healthy');
  });
});
