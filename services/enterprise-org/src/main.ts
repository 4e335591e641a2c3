import { runService } from '@strata/platform/service/run-service';
import { createEnterpriseOrg } from './app.ts';
import { enterpriseOrgConfigSchema } from './config.ts';

runService('enterprise-org', enterpriseOrgConfigSchema, createEnterpriseOrg);
