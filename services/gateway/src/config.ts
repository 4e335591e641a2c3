import { databaseSettings } from '@strata/platform/service/service-settings';
import { z } from 'zod';
import { issuerListSchema } from './credentials/issuer-settings.ts';

const MIN_PEPPER_BYTES = 32;

const wholeNumber = (minimum: number, maximum: number) => z.coerce.number().int().min(minimum).max(maximum);
const pepper = z.string().refine((text) => Buffer.byteLength(text) >= MIN_PEPPER_BYTES, 'must have at least 32 bytes');

/** The settings of the gateway itself; those of its process are the platform's. */
export const gatewayConfigSchema = z
  .object({
    ...databaseSettings.shape,
    /** Where the public interface is served. */
    PORT: wholeNumber(0, 65_535).default(8080),
    HOST: z.string().default('0.0.0.0'),
    /** The address by which clients reach the gateway; goes into the credentials file. Default: localhost and PORT. */
    PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
    /** Proxies in front of the gateway whose `X-Forwarded-For` is believed. */
    TRUSTED_PROXIES: wholeNumber(0, 10).default(0),
    /** Redis or Valkey, shared by every gateway; without it, fingerprints are kept in the process. */
    REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
    /** Key of the hash under which API keys are stored; the same on every gateway. */
    API_KEY_PEPPER: pepper.refine((text) => !text.includes(','), 'must have no comma'),
    /** Others, with commas between, under which keys are still known: the last ones, or the next while gateways change over. */
    API_KEY_PEPPER_PREVIOUS: z
      .string()
      .default('')
      .transform((list) => list.split(',').flatMap((text) => text.trim() || []))
      .pipe(z.array(pepper)),
    /** Key of the fingerprints that stand for secrets in events; the same on every gateway. */
    SECRET_FINGERPRINT_KEY: pepper,
    /** Whether secrets are taken out of events: false where that is done before, and to measure what it costs. */
    SCRUB_SECRETS: z.stringbool({ truthy: ['true'], falsy: ['false'] }).default(true),
    /** The private key that signs tokens, in PEM (P-256 or RSA), then others that verify; or the file that holds them. */
    JWT_PRIVATE_KEY: z.string().optional(),
    JWT_SIGNING_KEY_FILE: z.string().optional(),
    JWT_ISSUER: z.string().min(1).default('strata'),
    JWT_AUDIENCE: z.string().min(1).default('strata'),
    /** Identity providers whose tokens are believed: JSON, a list of `{issuer, jwksUri, audience, tenantClaim, tenantIds?}`. */
    JWT_ISSUERS: issuerListSchema.default([]),
    /** By how much the clocks of whoever signs tokens may differ from ours. */
    JWT_CLOCK_TOLERANCE_SECONDS: wholeNumber(0, 120).default(5),
    /** Attempts to register that one address may make in an hour. */
    REGISTRATIONS_PER_HOUR: wholeNumber(1, 1_000_000_000).default(1_000),
    /** The plan of tenants that register: a row of the table of plans. */
    DEFAULT_PLAN: z.string().min(1).default('free'),
    /** When set, the first start makes a tenant, a user and keys, and writes them here. */
    FIRST_TENANT_CREDENTIALS_FILE: z.string().optional(),
    FIRST_TENANT_PLAN: z.string().min(1).default('enterprise'),
    /** Requests a minute of custom plans where nothing was set for the tenant or the key. */
    CUSTOM_RATE_LIMIT_RPM: wholeNumber(1, 2_147_483_647).default(1_000_000),
    /** Requests a minute of one address that show no valid credential. */
    ANONYMOUS_REQUESTS_PER_MINUTE: wholeNumber(1, 2_147_483_647).default(6_000),
    /** Whether `X-Organization-ID` must be sent where the path names an organization. */
    REQUIRE_ORGANIZATION_HEADER: z.stringbool({ truthy: ['true'], falsy: ['false'] }).default(false),
    /** Messages waiting, of all queues together, above which an alert fires. */
    ALERT_BACKLOG: wholeNumber(1, 1_000_000_000).default(10_000),
    /** Seconds that an event may wait to be stored before an alert fires. */
    ALERT_CAPTURE_AGE_SECONDS: wholeNumber(1, 1_000_000).default(60),
    /** Seconds that a learn job may wait to be begun with before an alert fires. */
    ALERT_LEARN_AGE_SECONDS: wholeNumber(1, 1_000_000).default(600),
    /** Percent of a process's database connections in use above which an alert fires. */
    ALERT_CONNECTION_UTILIZATION: wholeNumber(1, 100).default(90),
    /** Percent of five minutes' requests answered with a 5xx above which an alert fires. */
    ALERT_ERROR_RATE_PERCENT: wholeNumber(1, 100).default(5),
    /** Requests in five minutes below which the error rate is not looked at. */
    ALERT_ERROR_RATE_REQUESTS: wholeNumber(1, 1_000_000_000).default(50),
  })
  .refine(({ JWT_PRIVATE_KEY: pem, JWT_SIGNING_KEY_FILE: file }) => pem !== undefined || file !== undefined, {
    path: ['JWT_PRIVATE_KEY'],
    message: 'is required, unless JWT_SIGNING_KEY_FILE names the file that holds the key',
  })
  .refine(({ JWT_ISSUERS: external, JWT_ISSUER: own }) => external.every(({ issuer }) => issuer !== own), {
    path: ['JWT_ISSUERS'],
    message: 'must not list the issuer of our own tokens (JWT_ISSUER)',
  });
export type GatewayConfig = z.output<typeof gatewayConfigSchema>;

/** The settings that say where the signing keys are. */
export const keyFileConfigSchema = z.object({
  JWT_PRIVATE_KEY: z.string().optional(),
  JWT_SIGNING_KEY_FILE: z.string().optional(),
  DATA_DIR: z.string().min(1).default('.strata'),
});
