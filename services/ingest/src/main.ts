import { runService } from '@strata/platform/service/run-service';
import { createIngest } from './app.ts';
import { ingestConfigSchema } from './config.ts';

runService('ingest', ingestConfigSchema, createIngest);
