import { everyPageRules } from './every-page-rules.ts';
import { describeConsole } from './fixture/console-fixture.ts';
import { operationRules } from './operation-rules.ts';

describeConsole({ 'every page': everyPageRules, 'the pages about operations': operationRules }, { LEARN_AUTO: 'on' });
