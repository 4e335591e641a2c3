import { runService } from '@strata/platform/service/run-service';
import { createVault } from './app.ts';
import { vaultConfigSchema } from './config.ts';

runService('vault', vaultConfigSchema, createVault);
