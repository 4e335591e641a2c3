import { databaseSettings } from '@strata/platform/service/service-settings';
import { z } from 'zod';
import { issuerListSchema } from './credentials/issuer-settings.ts';

const MIN_PEPPER_BYTES = 32;

const wholeNumber = (minimum: number, maximum: number) => z.coerce.number().int().min(minimum).max(maximum);
const pepper = z.string().refine((text) => Buffer.byteLength(text) >= MIN_PEPPER_BYTES, 'must have at least 32 bytes');

/** Settings of the gateway. Those of its process are in the platform. */
export const gatewayConfigSchema = z
  .object({
    ...databaseSettings.shape,
    PORT: wholeNumber(0, 65_535).default(8080).describe('Port of the public interface.'),
    HOST: z
      .string()
      .default('127.0.0.1')
      .describe('Address to listen on: this machine only, unless set; `0.0.0.0` is every address.'),
    PUBLIC_URL: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe('The URL by which clients reach the gateway. Default: `http://localhost:PORT`.'),
    CONSOLE: z
      .stringbool({ truthy: ['true'], falsy: ['false'] })
      .default(true)
      .describe('Whether the web console is served at `/console`.'),
    TRUSTED_PROXIES: wholeNumber(0, 10)
      .default(0)
      .describe('Number of proxies in front of the gateway whose `X-Forwarded-For` is trusted.'),
    REDIS_URL: z
      .url({ protocol: /^rediss?$/ })
      .optional()
      .describe('Redis or Valkey, shared by all gateways. Without it, counters and fingerprints are kept in memory.'),
    API_KEY_PEPPER: pepper
      .refine((text) => !text.includes(','), 'must have no comma')
      .describe(
        'Secret for hashing API keys and passwords, at least 32 bytes without a comma. The same on every gateway.',
      ),
    API_KEY_PEPPER_PREVIOUS: z
      .string()
      .default('')
      .transform((list) => list.split(',').flatMap((text) => text.trim() || []))
      .pipe(z.array(pepper))
      .describe(
        'Further peppers, separated by commas, under which API keys and passwords still work: see docs/access.md on rotation.',
      ),
    SECRET_FINGERPRINT_KEY: pepper.describe(
      'Secret for the fingerprints that replace secrets in events, at least 32 bytes. The same on every gateway.',
    ),
    SCRUB_SECRETS: z
      .stringbool({ truthy: ['true'], falsy: ['false'] })
      .default(true)
      .describe('Whether secrets in events are replaced. Turn it off only if that happens before.'),
    JWT_PRIVATE_KEY: z
      .string()
      .optional()
      .describe(
        'Keys in PEM (P-256 or RSA): the first, private, signs tokens; the others only verify. Needed unless JWT_SIGNING_KEY_FILE is set.',
      ),
    JWT_SIGNING_KEY_FILE: z.string().optional().describe('File with the same keys.'),
    JWT_ISSUER: z.string().min(1).default('strata').describe('Issuer of our own tokens.'),
    JWT_AUDIENCE: z.string().min(1).default('strata').describe('Audience of our own tokens.'),
    JWT_ISSUERS: issuerListSchema
      .default([])
      .describe(
        'External identity providers: a JSON list of `{issuer, jwksUri, audience, tenantClaim, tenantIds?, signIn?}`, see docs/access.md.',
      ),
    JWT_CLOCK_TOLERANCE_SECONDS: wholeNumber(0, 120)
      .default(5)
      .describe('Tolerated difference between the clocks of token issuers and ours.'),
    REGISTRATIONS_PER_HOUR: wholeNumber(1, 1_000_000_000)
      .default(1_000)
      .describe('Registration attempts per IP address and hour.'),
    DEFAULT_PLAN: z.string().min(1).default('free').describe('Plan of tenants that register.'),
    FIRST_TENANT_CREDENTIALS_FILE: z
      .string()
      .optional()
      .describe('If set, the first start creates a tenant, a user and keys, and writes them to this file.'),
    FIRST_TENANT_PLAN: z.string().min(1).default('enterprise').describe('Plan of the first tenant.'),
    CUSTOM_RATE_LIMIT_RPM: wholeNumber(1, 2_147_483_647)
      .default(1_000_000)
      .describe('Requests per minute of custom plans, unless set for the tenant or the key.'),
    ANONYMOUS_REQUESTS_PER_MINUTE: wholeNumber(1, 2_147_483_647)
      .default(6_000)
      .describe('Requests per minute and IP address without a valid credential.'),
    REQUIRE_ORGANIZATION_HEADER: z
      .stringbool({ truthy: ['true'], falsy: ['false'] })
      .default(false)
      .describe('Whether `X-Organization-ID` must be sent if the path names an organization.'),
    ALERT_BACKLOG: wholeNumber(1, 1_000_000_000)
      .default(100_000)
      .describe('Alert if more events than this are accepted and not stored yet.'),
    ALERT_CAPTURE_AGE_SECONDS: wholeNumber(1, 1_000_000)
      .default(60)
      .describe('Alert if an event waits longer to be stored.'),
    ALERT_LEARN_AGE_SECONDS: wholeNumber(1, 1_000_000)
      .default(600)
      .describe('Alert if a learn job waits longer to be started.'),
    ALERT_CONNECTION_UTILIZATION: wholeNumber(1, 100)
      .default(90)
      .describe('Alert if a process uses a higher percentage of its database connections.'),
    ALERT_ERROR_RATE_PERCENT: wholeNumber(1, 100)
      .default(5)
      .describe('Alert if a higher percentage of requests in five minutes ends with a 5xx.'),
    ALERT_ERROR_RATE_REQUESTS: wholeNumber(1, 1_000_000_000)
      .default(50)
      .describe('With fewer requests than this in five minutes, the error rate is ignored.'),
  })
  .refine(({ JWT_PRIVATE_KEY: pem, JWT_SIGNING_KEY_FILE: file }) => pem !== undefined || file !== undefined, {
    path: ['JWT_PRIVATE_KEY'],
    message: 'is required, unless JWT_SIGNING_KEY_FILE names the file that holds the key',
  })
  .refine(({ JWT_ISSUERS: external, JWT_ISSUER: own }) => external.every(({ issuer }) => issuer !== own), {
    path: ['JWT_ISSUERS'],
    message: 'must not list the issuer of our own tokens (JWT_ISSUER)',
  })
  .refine(
    ({ JWT_ISSUERS: external, PUBLIC_URL: url }) => url !== undefined || external.every(({ signIn }) => !signIn),
    { path: ['PUBLIC_URL'], message: 'is required by signIn of JWT_ISSUERS: providers send users back to it' },
  );
export type GatewayConfig = z.output<typeof gatewayConfigSchema>;

/** Settings that name the signing keys, for the commands that rotate them. */
export const keyFileConfigSchema = z.object({
  JWT_PRIVATE_KEY: z.string().optional(),
  JWT_SIGNING_KEY_FILE: z.string().optional(),
  DATA_DIR: z.string().min(1).default('.strata'),
});
