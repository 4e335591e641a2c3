import { describe, expect, it } from '@jest/globals';
import { healthyFigures } from '../../test/healthy-figures.ts';
import { ALERT_RULES, type AlertBounds } from './alert-rules.ts';
import { evaluateAlerts, type ActiveAlert } from './evaluate-alerts.ts';
import type { SystemFigures } from './figures.ts';

const bounds: AlertBounds = {
  backlog: 100,
  captureAgeSeconds: 60,
  learnAgeSeconds: 600,
  connectionUtilization: 90,
  errorRatePercent: 5,
  errorRateRequests: 50,
};
const START = new Date('2026-03-04T05:06:07.000Z');
const after = (seconds: number): Date => new Date(START.getTime() + seconds * 1_000);
const names = (alerts: readonly ActiveAlert[]): string[] => alerts.map(({ rule }) => rule.name);
const evaluate = (figures: SystemFigures, before: readonly ActiveAlert[] = [], now = START): ActiveAlert[] =>
  evaluateAlerts(ALERT_RULES, figures, bounds, before, now);

const { database, cache, queues } = healthyFigures;
const failed = (count: number) => ({ ...queues.learn, failed: count });

describe('Alerts', () => {
  it('do not fire while everything works', () => {
    expect(evaluate(healthyFigures)).toEqual([]);
  });

  it.each<[string, Partial<SystemFigures>]>([
    ['database_down', { database: { ...database, responds: false } }],
    ['bus_down', { bus: { responds: false } }],
    ['service_down', { services: new Map([['ingest', false]]) }],
    ['cache_down', { cache: { ...cache, responds: false } }],
    ['dead_letters', { deadLetters: { 'enterprise-org.recordAudit': 1 } }],
    ['learning_failed', { queues: { ...queues, learn: failed(1) } }],
    ['backlog', { queues: { ...queues, capture: { waiting: 60, active: 41, failed: 0 } } }],
    ['capture_age', { oldestSeconds: { capture: 61, learn: 0 } }],
    ['learn_age', { oldestSeconds: { capture: 0, learn: 601 } }],
    ['error_rate', { requests: { all: 50, failed: 3 } }],
  ])('%s fires at once, and no other', (name, changed) => {
    const alerts = evaluate({ ...healthyFigures, ...changed });
    expect([names(alerts), alerts[0]?.isFiring, alerts[0]?.since]).toEqual([[name], true, START]);
  });

  it.each<[string, Partial<SystemFigures>]>([
    ['a backlog at its bound', { queues: { ...queues, capture: { waiting: 60, active: 40, failed: 0 } } }],
    ['an age at its bound', { oldestSeconds: { capture: 60, learn: 600 } }],
    ['errors at their bound', { requests: { all: 100, failed: 5 } }],
    ['errors of too few requests', { requests: { all: 49, failed: 49 } }],
    ['a pool at its bound', { database: { ...database, fullestPoolPercent: 90 } }],
  ])('do not fire for %s', (_, changed) => {
    expect(evaluate({ ...healthyFigures, ...changed })).toEqual([]);
  });

  it('fire for shed requests only after 15 seconds', () => {
    const shedding = { ...healthyFigures, isShedding: true };
    const first = evaluate(shedding);
    expect([names(first), first[0]?.isFiring]).toEqual([['overload'], false]);
    expect(evaluate(shedding, first, after(15))[0]?.isFiring).toBe(true);
  });

  it('fire for saturated connections only after 15 seconds', () => {
    const full = { ...healthyFigures, database: { ...database, fullestPoolPercent: 91 } };
    const first = evaluate(full);
    expect([names(first), first[0]?.isFiring]).toEqual([['database_saturation'], false]);
    const later = evaluate(full, first, after(15));
    expect([later[0]?.isFiring, later[0]?.since]).toEqual([true, START]);
    const relieved = evaluate(healthyFigures, later, after(20));
    expect(relieved).toEqual([]);
    expect(evaluate(full, relieved, after(25))[0]?.isFiring).toBe(false);
  });

  it('keep their state while their value is not known', () => {
    const down = { ...healthyFigures, services: new Map([['ingest', false]]) };
    const busAway = { ...down, bus: { responds: false } };
    expect(names(evaluate(busAway))).toEqual(['bus_down']);
    const before = evaluate(down);
    expect(names(evaluate(busAway, before, after(5)))).toEqual(['bus_down', 'service_down']);
  });

  it('have unique names, and messages that advise', () => {
    expect(new Set(ALERT_RULES.map(({ name }) => name)).size).toBe(ALERT_RULES.length);
    for (const { name, message } of ALERT_RULES) {
      expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/);
      expect(message).toContain(': ');
    }
  });
});
