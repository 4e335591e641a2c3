import { runService } from '@strata/platform/service/run-service';
import { createLearnCompiler } from './app.ts';
import { learnConfigSchema } from './config.ts';

runService('learn-compiler', learnConfigSchema, createLearnCompiler);
