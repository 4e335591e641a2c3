import type { Logger } from '@strata/platform/log/logger';
import type { ActiveAlert } from '../health/evaluate-alerts.ts';

/** One line when an alert begins to fire and one when it ends. */
export const logAlert =
  (logger: Logger) =>
  ({ rule, value, since }: ActiveAlert, change: 'begun' | 'ended'): void => {
    const fields = { alert: rule.name, severity: rule.severity, since: since.toISOString() };
    if (change === 'begun') logger.warn('An alert fires', { ...fields, value, advice: rule.message });
    else logger.info('An alert has ended', fields);
  };
