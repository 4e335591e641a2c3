import { apiKeyRules } from './api-key-rules.ts';
import { describeConsole } from './fixture/console-fixture.ts';
import { organizationRules } from './organization-rules.ts';
import { sessionRules } from './session-rules.ts';
import { vaultRules } from './vault-rules.ts';

describeConsole(
  {
    'a session': sessionRules,
    'API keys': apiKeyRules,
    'the organization': organizationRules,
    secrets: vaultRules,
  },
  // No sweep deletes what a preview counts.
  { LIFECYCLE_SWEEP_SECONDS: '3600' },
);
