import { runService } from '@strata/platform/service/run-service';
import { createSynthesis } from './app.ts';
import { synthesisConfigSchema } from './config.ts';

runService('synthesis', synthesisConfigSchema, createSynthesis);
