import { rolesChanged } from '@strata/contracts/calls/organizations';
import type { Clock } from '@strata/kernel/clock';
import type { Bus } from '@strata/platform/bus/bus';
import type { HttpRoute } from '@strata/platform/http/http-route';
import type { CloseStack } from '@strata/platform/lifecycle/closeable';
import type { Logger } from '@strata/platform/log/logger';
import type { IssueToken } from './accounts/open-session.ts';
import { createFetchIssuerKeys } from './adapters/fetch-issuer-keys.ts';
import type { GatewayDatabase } from './adapters/gateway-database.ts';
import { IssuerKeys } from './adapters/issuer-keys.ts';
import { jwksRoute } from './adapters/jwks-route.ts';
import { createTokenIssuer } from './adapters/jwt-tokens.ts';
import { OwnKeys } from './adapters/own-keys.ts';
import { createPrismaMemberStore } from './adapters/prisma-member-store.ts';
import { RecentLookups } from './adapters/recent-lookups.ts';
import { createVerifyToken, type TrustedIssuer } from './adapters/verify-token.ts';
import { createRenewToken } from './browser-sessions/renew-token.ts';
import type { GatewayConfig } from './config.ts';
import type { CheckCredential } from './credentials/authenticate.ts';
import { createFindMember } from './credentials/find-member.ts';
import { createFindRights, type TenantUser, type UserRights } from './credentials/find-rights.ts';
import { createIdentifyUser } from './credentials/identify-user.ts';
import type { Membership } from './credentials/member-store.ts';
import { mayEnterTenant, type TenantRoles } from './credentials/tenant-roles.ts';
import type { VerifyToken } from './credentials/verified-token.ts';
import { subjectOfExternalToken, subjectOfOwnToken } from './credentials/token-subject.ts';
import type { ServiceCalls } from './service-calls.ts';

/** Tokens of users: signing and publishing the gateway's own, and checking those of every issuer. */
export interface UserTokens {
  readonly issueToken: IssueToken;
  /** Another token for the session of one of our own that is valid now. Undefined if the session may not go on. Errors: `unavailable`. */
  readonly renewToken: ReturnType<typeof createRenewToken>;
  /** Removes a membership from this gateway's cache. */
  readonly forgetMember: (user: TenantUser) => void;
  readonly checkToken: CheckCredential;
  /** Checks the ID token that an external issuer made for the console's signing in. */
  readonly checkIdToken: CheckCredential;
  /** The rights of a user behind an API key. Undefined if they may not enter the tenant. Errors: `unavailable`. */
  readonly rightsOfKeyOwner: (user: TenantUser) => Promise<UserRights | undefined>;
  /** Whether a user may enter a tenant that they do not own. Errors: `unavailable`. */
  readonly mayEnter: (member: TenantUser) => Promise<boolean>;
  readonly jwks: HttpRoute;
}

export interface UserTokensParts {
  readonly config: GatewayConfig;
  readonly database: GatewayDatabase;
  readonly services: Pick<ServiceCalls, 'readRoles'>;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Throws when the signing key is not usable. */
export async function openUserTokens(
  stack: CloseStack,
  { config, database, services, bus, clock, logger }: UserTokensParts,
): Promise<UserTokens> {
  const keys = stack.use(
    await OwnKeys.open({ pem: config.JWT_PRIVATE_KEY, file: config.JWT_SIGNING_KEY_FILE }, logger),
  );
  const own = { issuer: config.JWT_ISSUER, audience: config.JWT_AUDIENCE, keys };
  const external = new Map(config.JWT_ISSUERS.map((settings) => [settings.issuer, settings]));

  const members = new RecentLookups<Membership | undefined>();
  const tenantRoles = new RecentLookups<TenantRoles>();
  const cacheKeyOf = ({ tenantId, userId }: TenantUser): string => `${tenantId} ${userId}`;
  await bus.subscribe(rolesChanged, async ({ userId }, { scope: { tenantId } }) => {
    tenantRoles.forget(cacheKeyOf({ tenantId, userId }));
  });
  const store = createPrismaMemberStore(database);
  const findMember = createFindMember({ members: store, clock });
  const findRights = createFindRights((user) => tenantRoles.get(cacheKeyOf(user), () => services.readRoles(user)));
  const vouches = (issuer: string, tenantId: string): boolean => {
    const settings = external.get(issuer);
    return settings !== undefined && settings.tenantIds?.includes(tenantId) !== false;
  };

  const forgetMember = (user: TenantUser): void => members.forget(cacheKeyOf(user));

  const trusted = config.JWT_ISSUERS.map(({ issuer, audience, jwksUri, signIn }) => ({
    issuer,
    audience,
    signIn,
    keys: new IssuerKeys({ issuer, fetchKeys: createFetchIssuerKeys(jwksUri), clock, logger }),
  }));
  const verifying = (issuers: readonly TrustedIssuer[]): VerifyToken =>
    createVerifyToken({ issuers, clockTolerance: config.JWT_CLOCK_TOLERANCE_SECONDS, clock });
  const verify = verifying([own, ...trusted]);
  const issueToken = createTokenIssuer({ ...own, clock });
  const identifying = (verifyToken: VerifyToken): CheckCredential =>
    createIdentifyUser({
      verify: verifyToken,
      subjectOf: (token) => {
        const settings = external.get(token.issuer);
        return settings === undefined ? subjectOfOwnToken(token) : subjectOfExternalToken(token, settings);
      },
      memberOf: (subject) => members.get(cacheKeyOf(subject), () => findMember(subject)),
      forgetMember,
      vouches,
      findRights,
    });

  return {
    forgetMember,
    issueToken,
    renewToken: createRenewToken({ verify, isOwnIssuer: (issuer) => issuer === own.issuer, issueToken, clock }),
    checkToken: identifying(verify),
    checkIdToken: identifying(
      verifying(
        trusted.flatMap(({ signIn, ...each }) => (signIn === undefined ? [] : { ...each, audience: signIn.clientId })),
      ),
    ),
    rightsOfKeyOwner: async (user) => {
      const member = await members.get(cacheKeyOf(user), () => store.find(user.tenantId, user.userId));
      if (member === undefined) return undefined;
      // Without a token, the membership shows that the issuer vouched for the user, unless it is no longer trusted to.
      const isVouchedFor = member.issuer !== null && vouches(member.issuer, user.tenantId);
      return findRights(user, member, { isVouchedFor });
    },
    mayEnter: async (member) => mayEnterTenant(await services.readRoles(member), { isVouchedFor: false }),
    jwks: jwksRoute(keys),
  };
}
