import { describeConsole } from './fixture/console-fixture.ts';
import { firstVisitRules } from './first-visit-rules.ts';
import { learnedRules } from './learned-rules.ts';
import { lineageRules } from './lineage-rules.ts';
import { memoryAndEventRules } from './memory-and-event-rules.ts';

describeConsole({
  'a first visit': firstVisitRules,
  'what was learned': learnedRules,
  lineage: lineageRules,
  'memories and events': memoryAndEventRules,
});
