import { runService } from '@strata/platform/service/run-service';
import { createGateway } from './app.ts';
import { gatewayConfigSchema } from './config.ts';

const terminal = process.stdout.isTTY ? process.stdout : undefined;
runService('gateway', gatewayConfigSchema, (config, parts) => createGateway(config, { ...parts, terminal }));
