import type { Logger } from '@strata/platform/log/logger';
import type { ActiveAlert } from '../health/evaluate-alerts.ts';

/** Logs a line when an alert starts to fire and one when it ends. */
export const logAlert =
  (logger: Logger) =>
  ({ rule, value, since }: ActiveAlert, change: 'started' | 'ended'): void => {
    const fields = { alert: rule.name, severity: rule.severity, since: since.toISOString() };
    if (change === 'started') logger.warn('An alert fires', { ...fields, value, advice: rule.message });
    else logger.info('An alert has ended', fields);
  };
