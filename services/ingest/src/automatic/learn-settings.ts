import type { RequestTo } from '@strata/contracts/operation';
import { AUDIT_ACTIONS } from '@strata/contracts/operations/audit-actions';
import type { updateLearnSettings as updateLearnSettingsOperation } from '@strata/contracts/operations/learn-settings';
import type { LearnSettings } from '@strata/contracts/schemas/learn-settings';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { AppError } from '@strata/kernel/errors';
import { auditOfChange } from '@strata/policy/change-audit';
import type { LearnSettingsStore } from './learn-settings-store.ts';
import type { AutomaticTimes } from './open-sessions.ts';

export interface LearnSettingsParts {
  readonly learnSettings: LearnSettingsStore;
  readonly automatic: AutomaticTimes & {
    /** Whether the service compiles sessions without a request at all. */
    readonly isOffered: boolean;
  };
  readonly clock: Clock;
}

/** How the tenant's sessions are compiled without a request. Errors: `unavailable`. */
export const getLearnSettingsHandler = ({ learnSettings, automatic }: LearnSettingsParts) =>
  async function getLearnSettings(_request: unknown, { scope }: RequestContext): Promise<LearnSettings> {
    return describe(await learnSettings.isAutomatic(scope), automatic);
  };

/** Turns automatic learning on or off for the tenant. Errors: `forbidden` unless the caller is a tenant admin; `unavailable`. */
export const updateLearnSettingsHandler = ({ learnSettings, automatic, clock }: LearnSettingsParts) =>
  async function updateLearnSettings(
    { body: { isAutomatic } }: RequestTo<typeof updateLearnSettingsOperation>,
    context: RequestContext,
  ): Promise<LearnSettings> {
    if (context.actor.isTenantAdmin !== true)
      throw new AppError('forbidden', 'This needs an owner or admin of the tenant');
    const changes = { before: { isAutomatic: !isAutomatic }, after: { isAutomatic } };
    const change = { action: AUDIT_ACTIONS.updateLearnSettings, resourceId: null, changes, at: clock.now() };
    await learnSettings.setAutomatic(context.scope, isAutomatic, auditOfChange(change, context));
    return describe(isAutomatic, automatic);
  };

const describe = (
  isAutomatic: boolean,
  { isOffered, silenceSeconds, events }: LearnSettingsParts['automatic'],
): LearnSettings => ({ isAutomatic, isActive: isAutomatic && isOffered, silenceSeconds, newEvents: events });
