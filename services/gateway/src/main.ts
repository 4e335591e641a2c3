import { runService } from '@strata/platform/service/run-service';
import { createGateway } from './app.ts';
import { gatewayConfigSchema } from './config.ts';

runService('gateway', gatewayConfigSchema, createGateway);
