import { afterAll, beforeAll } from '@jest/globals';
import { endToEndRules } from './end-to-end/end-to-end-rules.ts';
import { describeSystemOnServices, type RunningSystem } from './fixtures/system-fixture.ts';

describeSystemOnServices('The system from end to end', (start) => {
  let system: RunningSystem;
  beforeAll(async () => {
    system = await start({ settings: { DEFAULT_PLAN: 'enterprise' } });
  });
  afterAll(() => system.close());

  endToEndRules(() => system.base);
});
