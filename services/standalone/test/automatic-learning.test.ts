import { afterAll, beforeAll, describe } from '@jest/globals';
import { automaticLearningRules } from './end-to-end/automatic-learning-rules.ts';
import { describeSystemOnServices, startStandalone, type RunningSystem, UNLIMITED } from './fixtures/system-fixture.ts';

const SETTINGS = { ...UNLIMITED, LEARN_AUTO: 'on', LEARN_AUTO_SILENCE_SECONDS: '1', LEARN_AUTO_EVENTS: '40' };

describe('Learning without a request (standalone)', () => {
  let system: RunningSystem;
  beforeAll(async () => {
    system = await startStandalone({ settings: SETTINGS });
  });
  afterAll(() => system.close());

  automaticLearningRules(() => system.base);
});

describeSystemOnServices('Learning without a request', (start) => {
  let system: RunningSystem;
  beforeAll(async () => {
    system = await start({ settings: SETTINGS });
  });
  afterAll(() => system.close());

  automaticLearningRules(() => system.base);
});
