import type { TenantScope } from './tenant-scope.ts';

export type ActorType = 'api_key' | 'user' | 'system';
export type Scope = 'read' | 'write' | 'admin';

/** Who makes a request: an API key, a user, or the service itself. */
export interface Actor {
  readonly type: ActorType;
  readonly id: string;
  readonly scopes: readonly Scope[];
  /** The agent that an API key is bound to. */
  readonly agentId?: string | undefined;
  /** The user behind an API key that belongs to a user; absent for users, for keys of the tenant, and for the service itself. */
  readonly ownerId?: string | undefined;
  /**
   * True for the user who owns the tenant, and for users whom others made owner or admin of an organization. Set by the
   * gateway when it authenticates a token; as fresh as that check.
   */
  readonly isTenantAdmin?: boolean | undefined;
}

/**
 * Who is accountable for what an actor does: a user, who signed in or owns the API key, or else the service key.
 * `keyId` is the API key that was used.
 */
export interface Writer {
  readonly actorId: string;
  readonly actorType: ActorType;
  readonly keyId: string | null;
}

/** Who is accountable for what an actor does. */
export const writerOf = ({ type, id, ownerId }: Actor): Writer => ({
  actorId: ownerId ?? id,
  actorType: ownerId === undefined ? type : 'user',
  keyId: type === 'api_key' ? id : null,
});

/** Whether the same user, or the same key of the tenant, is accountable. False if the writer is not known. */
export const isBy = (writer: Writer | null, actor: Actor): boolean => {
  const { actorId, actorType } = writerOf(actor);
  return writer !== null && writer.actorId === actorId && writer.actorType === actorType;
};

/** Travels with every request and message. `traceparent` is W3C Trace Context. */
export interface RequestContext {
  readonly scope: TenantScope;
  readonly actor: Actor;
  readonly requestId: string;
  /** The client's IP address, as the trusted proxies report it; absent for work of the service itself. */
  readonly ip?: string | undefined;
  readonly traceparent?: string | undefined;
  /** Of a call that is being served: whether its caller still waits for the response. Not sent on. */
  readonly isAwaited?: (() => boolean) | undefined;
}

/** The context of work that a service does by itself for a tenant. */
export const systemContext = (scope: TenantScope, requestId: string): RequestContext => ({
  scope,
  actor: { type: 'system', id: 'system', scopes: ['read', 'write', 'admin'] },
  requestId,
});
