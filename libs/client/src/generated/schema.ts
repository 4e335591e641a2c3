// Written by `npm run client`. Do not edit.

export interface paths {
    "/v1/capture": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Capture one event
         * @description Captures one thing that an agent did, at most 256 KiB of JSON. A 202 means that the event is stored durably.
         *
         *     Send an `idempotencyKey` to make a retry safe: the same key with the same event gets the first response again, with a different event a 409.
         *
         *     A `metadata.namespaceId` that your tenant does not have is a 422. A `metadata.agentId` that names an agent identity which you may not act as is a 403. An event that a policy denies is a 403 with the reason, even if it was captured before.
         *
         *     Needs an API key or a user's token with the scope `write`.
         */
        post: operations["captureEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/capture/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Capture many events
         * @description Captures up to 1,000 events, at most 16 MiB in total. Each event is checked separately: events that are invalid or denied by a policy (`forbidden`) are listed in `errorDetails` by position, and do not affect the others. A 202 means that every event with an id in `eventIds` is stored durably.
         *
         *     Needs an API key or a user's token with the scope `write`.
         */
        post: operations["captureBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/otlp/v1/traces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Capture OpenTelemetry traces
         * @description An OTLP/HTTP receiver: give an exporter the endpoint `/v1/otlp` and the header `authorization=Bearer <API key>`. The body is an `ExportTraceServiceRequest` as JSON or protobuf, also with `Content-Encoding: gzip`, at most 16 MiB before and after decompression. Spans of models, agents and tools become events: each message once, however often the history of its conversation is sent; each tool call with its result. Other spans are accepted and left out.
         *
         *     The response is in the encoding of the request and has no envelope. `partialSuccess` counts the spans of which something could not be captured, and names the first reasons; do not send them again. Errors of protobuf requests are a protobuf `Status`. A 429 or a 503 can be repeated as it is: nothing is stored twice.
         *
         *     Needs an API key or a user's token with the scope `write`.
         */
        post: operations["captureTraces"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/learn": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Compile captured events into memories and artifacts now
         * @description Queues a job that finds every event accepted before it. Sessions are also compiled without a request, soon after they end or fall silent. Learning the same events twice adds nothing. An `agentId` that names an agent identity which you may not act as is a 403. `GET /v1/jobs/{id}` says `completed` when what the job made can be found by synthesize; with `"wait": true` the response to this request says so, if the job ends in time.
         *
         *     Needs an API key or a user's token with the scope `write`.
         */
        post: operations["startLearning"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List jobs
         * @description Learn runs, erasures and exports, newest first: for a tenant admin all, the automatic ones that did something included; else those that the caller requested. Captures and batches are not listed: read them by the id in their response.
         *
         *     Needs an API key or a user's token with the scope `read`.
         */
        get: operations["listJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a job
         * @description Jobs of single captures (`cap_…`), batches (`bat_…`), learn runs (`lrn_…`), erasures (`ers_…`) and exports (`xpt_…`). All but single captures are shown to the user or key that requested them and to tenant admins; a capture to who captured it and to who may read its event. To others they are a 404. A learn run counts only what the one who requested it may read.
         *
         *     Needs an API key or a user's token with the scope `read`.
         */
        get: operations["getJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/learn/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how sessions are compiled without a request
         * @description A session that falls silent, closes, or has many new events is compiled without a request, unless the tenant has turned that off.
         *
         *     Needs a user's token.
         */
        get: operations["getLearnSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Turn automatic learning on or off for the tenant
         * @description Needs an owner or admin of the tenant; applies to both environments. A job that is queued already still runs. Sessions that were captured while it was off become due when it is turned on.
         *
         *     Needs a user's token.
         */
        patch: operations["updateLearnSettings"];
        trace?: never;
    };
    "/v1/synthesize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pack the context that fits a query and a token budget
         * @description Ranks memories and artifacts by relevance to the query, and packs the best first until the budget is spent. `totalTokens` never exceeds `maxTokens`.
         *
         *     Needs an API key or a user's token with the scope `read`.
         */
        post: operations["synthesize"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/feedback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say what came of a pack
         * @description Moves the confidence and the rank of the memories and artifacts that the pack showed: up after a success, down after a failure. The next synthesis shows it. Each source counts once for each pack, however often the request is sent; the first outcome stays. What one user or key says about a source weighs less each time, and never more than one full vote. Sources that the pack did not show, or that you may not read, are ignored. A pack is known for some weeks (`PACK_DAYS`), and only to its own tenant and environment.
         *
         *     Needs an API key or a user's token with the scope `write`.
         */
        post: operations["recordFeedback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/artifacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List artifacts
         * @description Active artifacts, newest compilation first, with complete items. Paged by offset; every other list is paged by cursor.
         *
         *     Needs an API key or a user's token with the scope `read`.
         */
        get: operations["listArtifacts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/artifacts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one artifact
         * @description Needs an API key or a user's token with the scope `read`.
         */
        get: operations["getArtifact"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Switch an artifact off or on
         * @description An artifact that is switched off is in no pack from the next one on. It can still be read, is listed with `includeInactive=true`, and stays off whatever is learned, until it is switched on. The reason is also kept in the audit log. An artifact that already is as asked stays unchanged.
         *
         *     Needs an API key or a user's token with the scope `admin`.
         */
        patch: operations["updateArtifact"];
        trace?: never;
    };
    "/v1/artifacts/{id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the versions of an artifact
         * @description Newest first: the present version, and what the artifact said before its content changed. At most 20 earlier versions are kept, and none with evidence that was deleted since. An earlier version is hidden like an artifact, by what it rested on.
         *
         *     Needs an API key or a user's token with the scope `read`.
         */
        get: operations["listArtifactVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/memories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List memories
         * @description Newest first. Filters are combined with AND; `type` is the kind of memory. Archived memories are listed only on request.
         *
         *     Needs an API key or a user's token with the scope `read`.
         */
        get: operations["listMemories"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/memories/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one memory
         * @description Needs an API key or a user's token with the scope `read`.
         */
        get: operations["getMemory"];
        put?: never;
        post?: never;
        /**
         * Delete one memory
         * @description Removes the memory from every store and from synthesize, permanently: learning the same events again does not restore it.
         *
         *     Needs an API key or a user's token with the scope `admin`.
         */
        delete: operations["deleteMemory"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/memories/{id}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what a memory replaced, and what replaced it
         * @description One fact over time, the earliest memory first. A memory that nothing replaced, and that replaced nothing, is alone. What a policy hides from you is left out, with what only it connects.
         *
         *     Needs an API key or a user's token with the scope `read`.
         */
        get: operations["getMemoryTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/memories/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore an archived memory
         * @description Returns it to synthesize and the lists. Its age counts from now, so that it is not archived again at once. A memory that is not archived stays unchanged.
         *
         *     Needs an API key or a user's token with the scope `admin`.
         */
        post: operations["restoreMemory"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/erasures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List erasures
         * @description Newest first: for a tenant admin all, else those that the caller requested.
         *
         *     Needs an API key or a user's token with the scope `admin`.
         */
        get: operations["listErasures"];
        put?: never;
        /**
         * Erase all data of one end user, agent or session
         * @description Queues a job that removes what was captured before this request about an end user, by an agent or in a session, and what was learned from it, from every store. The request names exactly one of them. A session id means every session with this id, whatever its agent. Artifacts that rest on it are compiled again from what remains. Needs an owner or admin of the tenant, an API key of such a user, or a service key that is bound to no agent. The job is `completed` once a check has found nothing. What is captured later under the same id is kept.
         *
         *     Needs an API key or a user's token with the scope `admin`.
         */
        post: operations["startErasure"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/erasures/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an erasure
         * @description Its result counts what was removed from each store, and what a check at the end found there. Shown to who requested it and to tenant admins.
         *
         *     Needs an API key or a user's token with the scope `admin`.
         */
        get: operations["getErasure"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/exports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Export all data of one end user
         * @description Queues a job that comes after everything that was captured before this request. Once `GET /v1/jobs/{id}` says that it is `completed`, the export can be downloaded for a day. Policies are disregarded, so this needs an owner or admin of the tenant, a key of theirs, or a service key that is bound to no agent.
         *
         *     Needs an API key or a user's token with the scope `admin`.
         */
        post: operations["startExport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/exports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download an export
         * @description JSON Lines: each line is a JSON object. The first names the export, the last has the SHA-256 of all bytes before it and their number of lines; a download without it was cut off and can be repeated. The data is read while it is sent: what was deleted since the request is left out. Needs what the request for the export needs.
         *
         *     Needs an API key or a user's token with the scope `admin`.
         */
        get: operations["getExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List captured events
         * @description Newest first. Filters are combined with AND. The filter `outcome` looks at 10,000 sessions at most: if more ended so (for `unknown`: if more have a verdict), it is a 400 until you narrow the list by `agentId`, `namespaceId` or `sessionId`.
         *
         *     Needs an API key or a user's token with the scope `read`.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one event
         * @description Needs an API key or a user's token with the scope `read`.
         */
        get: operations["getEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sessions and how they ended
         * @description Sessions that were learned; the one that was learned last comes first. Filters are combined with AND. The outcome is that of the verdict: a statement about the whole session, such as `resolved` in a payload, or a test run.
         *
         *     Needs an API key or a user's token with the scope `read`.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/usage-metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the usage
         * @description Live and test keys see the figures of their own environment. Months and days change at midnight UTC.
         *
         *     Where a policy or a sensitivity can hide data from you, events, memories and artifacts are counted as far as you may read them and they are still stored, unless you are a tenant admin.
         *
         *     Needs an API key or a user's token with the scope `read`.
         */
        get: operations["getUsageMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/usage-series": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the usage over time
         * @description Live and test keys see the figures of their own environment. What was deleted or erased since stays counted.
         *
         *     Where a policy or a sensitivity can hide data from you, events, memories and artifacts are counted as far as you may read them and they are still stored, unless you are a tenant admin.
         *
         *     Needs an API key or a user's token with the scope `read`.
         */
        get: operations["getUsageSeries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register an account
         * @description Creates a user with a tenant and logs in. With an `invitationToken` the user joins the organization that sent the invitation, and its tenant, instead.
         *
         *     Needs no credential.
         */
        post: operations["registerAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log in
         * @description Returns a token for one tenant. Every wrong login gets the same 401 after the same time; repeated failures are slowed down, then rejected with 429.
         *
         *     Needs no credential.
         */
        post: operations["logIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change your password
         * @description Ends all sessions of the user within a second, in every tenant, and returns a new token for this one. API keys keep working. A wrong current password is a 403, and is slowed down and limited like a wrong login.
         *
         *     Needs a user's token.
         */
        post: operations["changePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log out everywhere
         * @description Ends all sessions of the user: within a second no gateway accepts their tokens, in any tenant. A token of an external issuer is rejected if it was issued before. API keys keep working.
         *
         *     Needs a user's token.
         */
        post: operations["logOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/password-reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a new password with a reset token
         * @description Ends all sessions of the user; log in with the new password then. Every token that is wrong, used, expired, or whose issuer could not issue it now, gets the same 400. After a 503 the token may be used up: ask for another one.
         *
         *     Needs no credential.
         */
        post: operations["resetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description Newest first, without revoked keys. Users see their own keys; owners and admins of the tenant see all.
         *
         *     Needs a user's token with the scope `read`.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key
         * @description The key is shown only in this response. To rotate a key, create the new one, then revoke the old one.
         *
         *     Needs a user's token with the scope `admin`.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api-keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description The key stops working everywhere within a second, permanently. Users revoke their own keys; owners and admins of the tenant revoke all.
         *
         *     Needs a user's token with the scope `read`.
         */
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/secret-rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the secret rules
         * @description A secret that a rule finds in an event is replaced by `[secret:<kind>:<fingerprint>]` before the event is stored. Equal tokens of a tenant have equal fingerprints; the fingerprint of a password that could be guessed is random in every event.
         *
         *     Needs a user's token.
         */
        get: operations["listSecretRules"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/secret-rules/{ruleId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Turn one rule on or off for the tenant
         * @description Needs an owner or admin of the tenant. Affects events captured from a second later on, not stored events.
         *
         *     Needs a user's token.
         */
        patch: operations["updateSecretRule"];
        trace?: never;
    };
    "/v1/vaults": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List vaults
         * @description The vaults that you created; owners and admins of the tenant see all. In order of creation.
         *
         *     Needs a user's token.
         */
        get: operations["listVaults"];
        put?: never;
        /**
         * Create a vault
         * @description A tenant has at most 1,000 vaults, and a user creates at most 100 of them; one more is a 409 that says which limit was reached.
         *
         *     Needs a user's token.
         */
        post: operations["createVault"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/vaults/{id}/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the items of a vault
         * @description Without values. In order of creation.
         *
         *     Needs a user's token.
         */
        get: operations["listVaultItems"];
        put?: never;
        /**
         * Put a secret into a vault
         * @description An existing name gets a new version: type, metadata and expiry are replaced, and earlier values are kept, by default ten in total. A vault has at most 10,000 items; one more is a 409.
         *
         *     Needs a user's token.
         */
        post: operations["createVaultItem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/vaults/{id}/items/{itemId}/reveal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reveal a secret
         * @description The value is returned only after the reveal is in the audit log of the vault. By default a user may reveal 30 items a minute; more are a 429. A missing item and a version that is not kept any more are both a 404; the message says which.
         *
         *     Needs a user's token.
         */
        post: operations["revealVaultItem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/vaults/{id}/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the audit log of a vault
         * @description Newest first. Entries are never changed or removed, and each contains the hash of the one before it. They contain no values.
         *
         *     Needs a user's token.
         */
        get: operations["listVaultAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your organizations
         * @description The organizations of your token's tenant that you are a member of, newest first.
         *
         *     Needs a user's token.
         */
        get: operations["listOrganizations"];
        put?: never;
        /**
         * Create an organization
         * @description It belongs to the tenant of your token, and you become its owner. Every signed-in user may create one.
         *
         *     Needs a user's token.
         */
        post: operations["createOrganization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{orgId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one organization
         * @description Needs a user's token whose role has the permission `org:read`.
         */
        get: operations["getOrganization"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change an organization
         * @description Fields that are not sent stay unchanged.
         *
         *     Needs a user's token whose role has the permission `org:update`.
         */
        patch: operations["updateOrganization"];
        trace?: never;
    };
    "/v1/organizations/{orgId}/lifecycle-policies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the lifecycle policies of an organization
         * @description In order of creation.
         *
         *     Needs a user's token whose role has the permission `org:read`.
         */
        get: operations["listLifecyclePolicies"];
        put?: never;
        /**
         * Create a lifecycle policy
         * @description It takes effect with the next sweep, by default within a minute. The age of a memory counts from its newest evidence or its restoration, that of an event from `occurredAt`. If several policies cover an item, only the most specific scope decides: `memory:<id>`, `namespace:<id>`, `agent:<id>`, `namespace:*` and `agent:*`, then `memory:*` and `*:*`. Among equally specific policies, each step happens at the latest time that one of them states, and never before their longest `retentionDays`.
         *
         *     Needs a user's token whose role has the permission `lifecycle:manage`.
         */
        post: operations["createLifecyclePolicy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{orgId}/lifecycle-policies/{policyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a lifecycle policy
         * @description Memories that no other policy archives are restored by the next sweep; deleted data is not.
         *
         *     Needs a user's token whose role has the permission `lifecycle:manage`.
         */
        delete: operations["deleteLifecyclePolicy"];
        options?: never;
        head?: never;
        /**
         * Change a lifecycle policy
         * @description Fields that are not sent stay unchanged. Memories that no policy archives any more are restored by the next sweep; deleted data is not.
         *
         *     Needs a user's token whose role has the permission `lifecycle:manage`.
         */
        patch: operations["updateLifecyclePolicy"];
        trace?: never;
    };
    "/v1/organizations/{orgId}/lifecycle-policies/{policyId}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview what a lifecycle policy would do now
         * @description Counts what the next sweep would archive and delete by this policy, in both environments, and changes nothing. Items that a more specific policy covers are not counted. Items that you may not read are counted but not named.
         *
         *     Needs a user's token whose role has the permission `lifecycle:manage`.
         */
        post: operations["previewLifecyclePolicy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{orgId}/lifecycle-policies/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview what a lifecycle policy would do before it is stored
         * @description Counts what the next sweep would archive and delete by a new policy with these values, or by `policyId` if it had them, as the preview of a stored policy does. It stores nothing.
         *
         *     Needs a user's token whose role has the permission `lifecycle:manage`.
         */
        post: operations["previewLifecycleChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{orgId}/teams": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the teams of an organization
         * @description In order of creation.
         *
         *     Needs a user's token whose role has the permission `team:list`.
         */
        get: operations["listTeams"];
        put?: never;
        /**
         * Create a team
         * @description An organization has at most 1,000 teams; one more is a 409.
         *
         *     Needs a user's token whose role has the permission `team:create`.
         */
        post: operations["createTeam"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{orgId}/teams/{teamId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one team, with its members
         * @description Shows at most the first 1,000 members; `memberCount` is the number of all. Invited persons are not members yet.
         *
         *     Needs a user's token whose role has the permission `team:list`.
         */
        get: operations["getTeam"];
        put?: never;
        post?: never;
        /**
         * Delete a team
         * @description Its members stay in the organization, and its agent identities stay without a team. Its namespaces lose the team: a confidential namespace without teams is open only to owners and admins.
         *
         *     Needs a user's token whose role has the permission `team:delete`.
         */
        delete: operations["deleteTeam"];
        options?: never;
        head?: never;
        /**
         * Change a team
         * @description Fields that are not sent stay unchanged. `memberIds` replaces the members, with immediate effect on every policy and namespace that names the team; open invitations to it stay.
         *
         *     Needs a user's token whose role has the permission `team:update`.
         */
        patch: operations["updateTeam"];
        trace?: never;
    };
    "/v1/organizations/{orgId}/members/invite": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invite a person to an organization
         * @description The invitation's token is shown only in this response. Hand it to the invited person, who registers with it as `invitationToken` or, with an account for that e-mail address, accepts it. Inviting the same address again replaces the open invitation and its token. It works only while you may still send it: if you lose the role that allows it, it is withdrawn.
         *
         *     Needs a user's token whose role has the permission `member:invite`.
         */
        post: operations["inviteMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{orgId}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the members of an organization
         * @description In order of joining. Open invitations are included, with the status `invited`.
         *
         *     Needs a user's token whose role has the permission `member:list`.
         */
        get: operations["listMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{orgId}/members/{memberId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a member
         * @description Also withdraws an open invitation: its token stops working. The open invitations of a removed member are withdrawn. Removing a member above you is a 403. The last owner cannot be removed.
         *
         *     Needs a user's token whose role has the permission `member:remove`.
         */
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        /**
         * Change the role or the teams of a member
         * @description Works for open invitations too, and makes you the one who invites. Fields that are not sent stay unchanged; a list of teams replaces the present one. Granting a role above your own, or changing a member above you, is a 403. The last owner cannot lose the role. Open invitations of the member that the new role could not send are withdrawn.
         *
         *     Needs a user's token whose role has the permission `member:update_role`.
         */
        patch: operations["updateMember"];
        trace?: never;
    };
    "/v1/organizations/{orgId}/members/{memberId}/password-reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let a member set a new password
         * @description For owners and admins of a tenant-wide organization who are tenant admins. The member must not rank above you in any of their organizations, and you must be owner or admin in each. The token is shown only in this response, works once and for an hour, and replaces an earlier one. A 409 for yourself, for an open invitation, for the owner of the tenant, for a user of another tenant, too, and for a user of an identity provider.
         *
         *     Needs a user's token whose role has the permission `member:update_role`.
         */
        post: operations["issuePasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invitations/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept an invitation
         * @description For those who have an account: the invitation must be to your own e-mail address. Log in with the answered tenant's id for a token there.
         *
         *     Needs a user's token.
         */
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{orgId}/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the agent identities of an organization
         * @description In order of creation.
         *
         *     Needs a user's token whose role has the permission `agent:read`.
         */
        get: operations["listAgents"];
        put?: never;
        /**
         * Create an agent identity
         * @description Events that name this agent by its id are governed by the policies of this organization. An organization has at most 10,000 agent identities; one more is a 409.
         *
         *     Needs a user's token whose role has the permission `agent:create`.
         */
        post: operations["createAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{orgId}/agents/{agentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete an agent identity
         * @description Its data stays, and belongs to no organization any more unless it is in a namespace. API keys bound to it are denied everything from then on.
         *
         *     Needs a user's token whose role has the permission `agent:delete`.
         */
        delete: operations["deleteAgent"];
        options?: never;
        head?: never;
        /**
         * Change an agent identity
         * @description Fields that are not sent stay unchanged; null clears a field. `metadata` is replaced as a whole.
         *
         *     Needs a user's token whose role has the permission `agent:update`.
         */
        patch: operations["updateAgent"];
        trace?: never;
    };
    "/v1/organizations/{orgId}/namespaces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the namespaces of an organization
         * @description In order of creation. Being listed does not mean that you may read the data in a namespace: policies decide that.
         *
         *     Needs a user's token whose role has the permission `namespace:read`.
         */
        get: operations["listNamespaces"];
        put?: never;
        /**
         * Create a namespace
         * @description Events in it are governed by the policies of this organization. An organization has at most 10,000 namespaces; one more is a 409.
         *
         *     Needs a user's token whose role has the permission `namespace:create`.
         */
        post: operations["createNamespace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{orgId}/namespaces/{namespaceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a namespace
         * @description Fields that are not sent stay unchanged. A change of sensitivity or teams takes effect everywhere within a second.
         *
         *     Needs a user's token whose role has the permission `namespace:update`.
         */
        patch: operations["updateNamespace"];
        trace?: never;
    };
    "/v1/organizations/{orgId}/policies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the policies of an organization
         * @description In order of creation, which is not the order of precedence.
         *
         *     Needs a user's token whose role has the permission `policy:read`.
         */
        get: operations["listPolicies"];
        put?: never;
        /**
         * Create a policy
         * @description Takes effect everywhere within a second. It governs data in the namespaces of this organization, data of its agents outside namespaces, and (together with the policies of the tenant's other organizations) data that belongs to no organization. Names need not be unique. An organization has at most 1,000 policies, of which at most 100 have a condition on `resource.tags`.
         *
         *     Needs a user's token whose role has the permission `policy:create`.
         */
        post: operations["createPolicy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{orgId}/policies/{policyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a policy
         * @description Takes effect everywhere within a second.
         *
         *     Needs a user's token whose role has the permission `policy:update`.
         */
        delete: operations["deletePolicy"];
        options?: never;
        head?: never;
        /**
         * Change a policy
         * @description Fields that are not sent stay unchanged; `conditions` are replaced as a whole. Takes effect everywhere within a second.
         *
         *     Needs a user's token whose role has the permission `policy:update`.
         */
        patch: operations["updatePolicy"];
        trace?: never;
    };
    "/v1/organizations/{orgId}/policies/evaluate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Evaluate a request against the policies
         * @description A dry run: returns the decision and its reason, and changes nothing. Namespace, agent, tags and sources of a stored memory or artifact are looked up, so the decision is the one that would be enforced. A policy of another organization of the tenant is not named.
         *
         *     Needs a user's token whose role has the permission `policy:read`.
         */
        post: operations["evaluatePolicy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{orgId}/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the audit log
         * @description Every change and every denial, newest first. Filters are combined with AND. Entries are never changed or removed, and each contains the hash of the one before it.
         *
         *     Needs a user's token whose role has the permission `audit:read`.
         */
        get: operations["listAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{orgId}/access-logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the access log
         * @description Every memory that a request returned, newest first: of the organization's namespaces and agents, and of data that belongs to no organization. Filters are combined with AND. `pagination.total` counts no further than 1,000.
         *
         *     Needs a user's token whose role has the permission `audit:read`.
         */
        get: operations["listAccessLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{orgId}/lineage/{memoryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the lineage of a memory
         * @description Its source events and the artifacts compiled from it. Data that policies hide from you is neither named nor counted. A memory that another organization of the tenant governs is a 404.
         *
         *     Needs a user's token whose role has the permission `lineage:read`.
         */
        get: operations["getLineage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{orgId}/lineage/graph/{memoryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the lineage graph around a memory
         * @description The directed graph from source events through memories to compiled artifacts: the memory, its events, the artifacts compiled from it, the other memories behind those artifacts, and their events. At most 1,000 nodes, the nearest first. Data that policies hide from you is left out. A memory that another organization of the tenant governs is a 404.
         *
         *     Needs a user's token whose role has the permission `lineage:read`.
         */
        get: operations["getLineageGraph"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the service's health
         * @description 200 when all subsystems are healthy; 503 with the same record in `data` when one is degraded or unhealthy.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Probe the service
         * @description The health in short form, for load balancers and orchestrators.
         */
        get: operations["probe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/jwks.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the public keys of tokens
         * @description The public keys that verify the tokens of this deployment.
         */
        get: operations["readKeySet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read this document
         * @description OpenAPI 3.1. Responds 304 if `If-None-Match` names the current version.
         */
        get: operations["readDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the reference
         * @description This document as a page.
         */
        get: operations["readReference"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description An event as a client sends it, at most 256 KiB of JSON. */
        EventInput: {
            /** @enum {string} */
            type: "message" | "tool_call" | "tool_result" | "file_edit" | "test_run" | "command_exec" | "browser_action" | "api_result";
            /** @description The run or conversation that it belongs to. */
            sessionId: string;
            payload: components["schemas"]["JsonObject"];
            metadata?: components["schemas"]["EventMetadata"];
            /** @description Makes a retry safe: the same key means the same event. A different event with the same key is a 409. A key counts within the namespace of the event and, for an API key that is bound to an agent, within that agent. */
            idempotencyKey?: string;
        };
        /** @description An object with any keys, nested at most 64 levels deep. */
        JsonObject: {
            [key: string]: components["schemas"]["JsonValue"];
        };
        /** @description Any JSON value. Strings and names hold no NUL character and no lone surrogate; numbers are double-precision. */
        JsonValue: {
            [key: string]: components["schemas"]["JsonValue"];
        } | unknown[] | string | number | boolean | null;
        /** @description Eight keys have a meaning; all others are stored unchanged. Nested at most 64 levels deep. */
        EventMetadata: {
            /** @description The agent that it belongs to. */
            agentId?: string;
            /** @description The namespace it belongs to. */
            namespaceId?: string;
            /** @description The end user whom it is about, by an id of your own. What is learned from it is for this end user only. */
            userId?: string;
            /** @description Labels. Memories inherit them from their events. */
            tags?: string[];
            /**
             * Format: date-time
             * @description When it happened, at most 5 minutes after its arrival. Default: the time of arrival.
             */
            occurredAt?: string;
            /** @description `true`: the session ends with this event, so it is compiled soon. Any other value is only stored. */
            sessionEnd?: components["schemas"]["JsonValue"];
        } & {
            [key: string]: components["schemas"]["JsonValue"];
        };
        /** @description Every named attribute must match. A single value is short for `equals`, a list is short for `in`. If an attribute has several actual values (teams, tags), one match is enough; `notIn` holds if no actual value is listed, also if there is no actual value. `gte` and `lte` go by rank for roles, from viewer to owner, and by openness for sensitivity, from public to restricted; a time of day (`09:30`) is UTC. */
        PolicyConditions: {
            "principal.id"?: string | string[] | {
                equals?: string;
                in?: string[];
                notIn?: string[];
                gte?: string;
                lte?: string;
            };
            "principal.role"?: ("owner" | "admin" | "manager" | "developer" | "analyst" | "viewer") | ("owner" | "admin" | "manager" | "developer" | "analyst" | "viewer")[] | {
                /** @enum {string} */
                equals?: "owner" | "admin" | "manager" | "developer" | "analyst" | "viewer";
                in?: ("owner" | "admin" | "manager" | "developer" | "analyst" | "viewer")[];
                notIn?: ("owner" | "admin" | "manager" | "developer" | "analyst" | "viewer")[];
                /** @enum {string} */
                gte?: "owner" | "admin" | "manager" | "developer" | "analyst" | "viewer";
                /** @enum {string} */
                lte?: "owner" | "admin" | "manager" | "developer" | "analyst" | "viewer";
            };
            "principal.teamIds"?: string | string[] | {
                equals?: string;
                in?: string[];
                notIn?: string[];
                gte?: string;
                lte?: string;
            };
            "agent.id"?: string | string[] | {
                equals?: string;
                in?: string[];
                notIn?: string[];
                gte?: string;
                lte?: string;
            };
            "resource.sensitivity"?: ("public" | "internal" | "confidential" | "restricted") | ("public" | "internal" | "confidential" | "restricted")[] | {
                /** @enum {string} */
                equals?: "public" | "internal" | "confidential" | "restricted";
                in?: ("public" | "internal" | "confidential" | "restricted")[];
                notIn?: ("public" | "internal" | "confidential" | "restricted")[];
                /** @enum {string} */
                gte?: "public" | "internal" | "confidential" | "restricted";
                /** @enum {string} */
                lte?: "public" | "internal" | "confidential" | "restricted";
            };
            "resource.tags"?: string | string[] | {
                equals?: string;
                in?: string[];
                notIn?: string[];
                gte?: string;
                lte?: string;
            };
            environment?: ("live" | "test") | ("live" | "test")[] | {
                /** @enum {string} */
                equals?: "live" | "test";
                in?: ("live" | "test")[];
                notIn?: ("live" | "test")[];
                /** @enum {string} */
                gte?: "live" | "test";
                /** @enum {string} */
                lte?: "live" | "test";
            };
            time?: (string) | (string)[] | {
                equals?: string;
                in?: (string)[];
                notIn?: (string)[];
                gte?: string;
                lte?: string;
            };
        };
        /** @description The captured event, and the job that stores it. */
        CaptureReceipt: {
            jobId: string;
            eventId: string;
            /** @constant */
            status: "queued";
            /** @description The key that was sent. */
            idempotencyKey?: string;
        };
        /** @description Facts about the request. */
        Meta: {
            /** @description Identifies the request in the service's logs. Equal to the header `X-Request-Id`. */
            requestId: string;
            /** @description The tenant of the credential, if there is one. */
            tenantId?: string;
            /** @description Milliseconds from the arrival of the request. */
            durationMs: number;
        };
        /** @description The envelope of every error. */
        ErrorResponse: {
            /** @constant */
            ok: false;
            error: components["schemas"]["Error"];
            meta: components["schemas"]["Meta"];
        };
        /** @description An error. */
        Error: {
            /**
             * @description Stable: programs should decide by it.
             * @enum {string}
             */
            code: "validation_error" | "unauthorized" | "forbidden" | "not_found" | "conflict" | "gone" | "payload_too_large" | "unsupported_media_type" | "rate_limited" | "internal_error" | "unavailable";
            /** @description For a human reader; may change. */
            message: string;
            /** @description The invalid fields, at most 20. */
            details?: {
                /** @description Dotted path into the request, such as `events.3.payload`. */
                field: string;
                message: string;
            }[];
        };
        /** @description The accepted and rejected events, by position. */
        BatchReceipt: {
            /** @description The id of a job: `GET /v1/jobs/{id}` is `completed` when the whole batch is stored. */
            batchId: string;
            /** @description The number of accepted events. */
            queued: number;
            /** @description The number of rejected events. */
            errors: number;
            total: number;
            /** @description By position; null for a rejected event. */
            eventIds: (string | null)[];
            errorDetails: {
                /** @description Position in `events`, from 0. */
                index: number;
                /** @enum {string} */
                code: "validation_error" | "unauthorized" | "forbidden" | "not_found" | "conflict" | "gone" | "payload_too_large" | "unsupported_media_type" | "rate_limited" | "internal_error" | "unavailable";
                message: string;
                details: {
                    field: string;
                    message: string;
                }[];
            }[];
        };
        /** @description As OTLP defines it. */
        ExportTraceServiceResponse: {
            /** @description Absent if everything was captured. */
            partialSuccess?: {
                /** @description The number of spans, as a text. */
                rejectedSpans: string;
                errorMessage: string;
            };
        };
        /** @description The job that was queued. */
        LearnReceipt: {
            jobId: string;
            /**
             * @description `queued`; after a wait, the status of the job at its end, or the present one if the job goes on.
             * @enum {string}
             */
            status: "queued" | "active" | "completed" | "failed";
        };
        /** @description One page of jobs. */
        JobPage: {
            items: components["schemas"]["Job"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description A capture, a batch, a learn job, an erasure or an export. */
        Job: {
            id: string;
            /** @enum {string} */
            type: "capture" | "learn" | "erasure" | "export";
            /**
             * @description A learn job is `completed` once its results can be found.
             * @enum {string}
             */
            status: "queued" | "active" | "completed" | "failed";
            progress: {
                stage: string;
                processed: number;
                /** @description Null while the amount of work is unknown. */
                total: number | null;
            };
            /** @description The result of a completed job. */
            result: components["schemas"]["JsonObject"] | null;
            /** @description The reason of a failed job, else null. */
            error: {
                code: string;
                message: string;
            } | null;
            createdAt: string | null;
            startedAt: string | null;
            finishedAt: string | null;
        };
        /** @description How to read the next page. */
        Pagination: {
            hasMore: boolean;
            /** @description The cursor of the next page; null on the last one. */
            cursor: string | null;
            /** @description The number of matches on all pages. Lists of events, memories and sessions count them for the first page, and repeat that number on the others. */
            total: number;
        };
        /** @description How the sessions of a tenant are compiled without a request. */
        LearnSettings: {
            /** @description Whether the tenant wants it; true unless it was turned off. */
            isAutomatic: boolean;
            /** @description Whether it happens: the tenant wants it, and the service offers it. */
            isActive: boolean;
            /** @description Seconds without a new event until a session is compiled. */
            silenceSeconds: number;
            /** @description New events with which a session is compiled even if it goes on. */
            newEvents: number;
        };
        /** @description The context that fits the query and the token budget. */
        ContextPack: {
            /**
             * @description Names this pack in `POST /v1/feedback`.
             * @default
             */
            packId: string;
            /** @description In the order to read them. Empty with the format `text`. */
            sections: components["schemas"]["Section"][];
            /** @description With the format `text` or `both`: the sections as Markdown, in an element that says that they are data. Empty without sections. */
            text?: string;
            /** @description Never more than `maxTokens`. */
            totalTokens: number;
            query: string;
            contextPack: {
                entries: number;
                estimatedTokens: number;
                maxTokens: number;
            };
            /** @description With `explain`: at most 100 entries that match the query and were left out. */
            excluded?: {
                /** @description The id of the memory, artifact or event. */
                source: string;
                /** @enum {string} */
                reason: "over_budget" | "near_duplicate" | "low_relevance" | "other_subject" | "filtered";
                /** @description Its text, cut to what says most about the query. Absent from what names another customer. */
                content?: string;
                /** @description As of a section. Absent from `filtered` entries, which are not ranked. */
                score?: {
                    /** @description The score by which it was ranked in its lane. Scores of different lanes do not compare. */
                    total: number;
                    /** @description What each ranking arm gave; `…Factor` multiplies the sum of the others. `total` is what all of it comes to, the same as beside `parts`. */
                    parts: {
                        [key: string]: number;
                    };
                    /**
                     * @description The share of each ranking arm in the score. Sums to 1; factors have none.
                     * @default {}
                     */
                    shares: {
                        [key: string]: number;
                    };
                };
            }[];
        };
        /** @description A memory, an artifact or an event that is not learned yet, as text for a prompt. */
        Section: {
            /**
             * @description An event is what was captured and is not learned yet, or gave no memory of its own.
             * @enum {string}
             */
            type: "memory" | "artifact" | "event";
            /** @description The text to put into a prompt. */
            content: string;
            /** @description The id of the memory, artifact or event. */
            source: string;
            /** @description On memories and events: 0 to 1, moved by feedback. */
            confidence?: number;
            /**
             * Format: date-time
             * @description When it was said or done; of an artifact, when it was compiled.
             */
            at?: string;
            /**
             * Format: date-time
             * @description Of a memory that a newer one replaced: when it stopped holding. Absent while it holds.
             */
            validTo?: string;
            /** @description The agent that it belongs to. */
            agentId?: string | null;
            /** @description How the runs ended in which it was said; null if no verdict is known, and for artifacts. */
            outcome?: ("success" | "failure" | "mixed") | null;
            /**
             * @description With `explain`: the part of the pack that it stands in.
             * @enum {string}
             */
            lane?: "instruction" | "guide" | "fix" | "evidence";
            /** @description With `explain`: the parts of the score. */
            score?: {
                /** @description The score by which it was ranked in its lane. Scores of different lanes do not compare. */
                total: number;
                /** @description What each ranking arm gave; `…Factor` multiplies the sum of the others. `total` is what all of it comes to, the same as beside `parts`. */
                parts: {
                    [key: string]: number;
                };
                /**
                 * @description The share of each ranking arm in the score. Sums to 1; factors have none.
                 * @default {}
                 */
                shares: {
                    [key: string]: number;
                };
            };
        };
        /** @description The feedback is stored. */
        FeedbackReceipt: {
            packId: string;
            /** @constant */
            status: "recorded";
            /**
             * @description For how many sources this vote counts. A source does not count again for the same pack, nor with `neutral`.
             * @default 0
             */
            counted: number;
        };
        /** @description One page of artifacts. */
        ArtifactPage: {
            items: components["schemas"]["Artifact"][];
            /** @description The number of matches on all pages. */
            total: number;
            limit: number;
            offset: number;
            hasMore: boolean;
        };
        /** @description Compiled knowledge with its evidence. */
        Artifact: {
            id: string;
            /**
             * @description Determines the shape of `content`.
             * @enum {string}
             */
            type: "task_schema" | "failure_playbook" | "causal_pattern" | "decision_policy";
            title: string;
            /** @description Grows by one whenever new evidence changes the content. */
            version: number;
            /** @description Its size in o200k tokens. */
            tokenCount: number;
            /** @description False if no pack shows it: its evidence no longer supports it, or it was switched off. */
            isActive: boolean;
            /** Format: date-time */
            compiledAt: string;
            /** Format: date-time */
            createdAt: string;
            content: components["schemas"]["TaskSchema"] | components["schemas"]["FailurePlaybook"] | components["schemas"]["CausalPattern"] | components["schemas"]["DecisionPolicy"];
            /** @description Ids of events that show it, at most 200. */
            sourceEvents: string[];
            /** @description Ids of the memories compiled from those events. */
            sourceMemories: string[];
            /** @description `agentId`, `namespaceId`, `userId` (the end user whom all of its evidence is about; null if there is no such one), `tags`, `sourceSessions` (the number of sessions that it rests on), and `confidence` from 0 to 1: for a task schema, a lower bound of 90 % of its success rate in other tasks. */
            metadata: components["schemas"]["JsonObject"];
            /** Format: date-time */
            updatedAt: string;
            /**
             * @description Null unless it is switched off. It stays so, whatever is learned, until it is switched on.
             * @default null
             */
            switchedOff: components["schemas"]["SwitchedOff"] | null;
        };
        /** @description The steps that lead to a goal, from the sessions that reached it. */
        TaskSchema: {
            /** @description What these sessions changed, what is not known of them, and the words of their requests. */
            goal: string;
            /** @description What the user has to give, and what records have to show so that the changes go through. */
            preconditions: string[];
            steps: {
                /** @description The step in a few words. */
                action: string;
                tool?: string;
                /** @description Values that vary between sessions are replaced by `<parameter>`. */
                arguments?: components["schemas"]["JsonObject"];
                /** @description True if it is not known to be necessary: successful sessions skipped it, something else gives the same, or too few sessions show it. */
                optional?: boolean;
                /** @description The number of sessions in `support` that did it. */
                sessions?: number;
                /** @description Where its arguments come from, and what others did instead. */
                description: string;
            }[];
            /** @description The success rate to expect of sessions with these steps, estimated from those with a verdict (a statement about the whole session, or a test run); null if none has one. */
            successRate: number | null;
            /** @description The number of sessions that show it. */
            support: number;
            /**
             * @description The number of distinct tasks in `support`: sessions with one `metadata.taskId`, or else with nearly equal requests, are one task. 0 if it was compiled before tasks were counted.
             * @default 0
             */
            tasks: number;
            /**
             * @description The number of distinct known writers of the events behind the figures beside it; 0 if none is known.
             * @default 0
             */
            writers: number;
        };
        /** @description An error, what fixed it, and what did not. The best recovery comes first. */
        FailurePlaybook: {
            /** @description What fails, and with which error. */
            symptom: string;
            /** @description The error with variable parts masked, such as `<id>`. */
            errorSignature: string;
            /** @description How often the error occurred. */
            occurrences: number;
            /**
             * @description The number of distinct known writers of the events behind the figures beside it; 0 if none is known.
             * @default 0
             */
            writers: number;
            recovery: {
                /** @description What was done, as an instruction. */
                action: string;
                tool?: string;
                /** @description Values that vary between sessions are replaced by `<parameter>`. */
                arguments?: components["schemas"]["JsonObject"];
                /** @description The share of attempts after which the failed step worked, however the session ended. */
                successRate: number;
                /** @description The number of attempts. */
                support: number;
                /**
                 * @description The share of the sessions with the attempt that succeeded in the end; null without a verdict.
                 * @default null
                 */
                sessionSuccessRate: number | null;
                /**
                 * @description The number of distinct tasks with the attempt.
                 * @default 0
                 */
                tasks: number;
                /**
                 * @description The number of distinct sessions with the attempt.
                 * @default 0
                 */
                sessions: number;
                /**
                 * @description The number of distinct known writers of the events behind the figures beside it; 0 if none is known.
                 * @default 0
                 */
                writers: number;
            }[];
            /** @description Attempts that did not help, each with how often it did. */
            avoid: string[];
        };
        /** @description A cause after which an effect is more frequent than by chance. A correlation, not a proof. */
        CausalPattern: {
            cause: string;
            effect: string;
            /** @description The number of sessions that show it. */
            support: number;
            /**
             * @description The number of distinct tasks in `support`: sessions with one `metadata.taskId`, or else with nearly equal requests, are one task. 0 if it was compiled before tasks were counted.
             * @default 0
             */
            tasks: number;
            /**
             * @description The number of distinct known writers of the events behind the figures beside it; 0 if none is known.
             * @default 0
             */
            writers: number;
            /** @description The share of the compared sessions with the cause that have the effect. Sessions are compared within a task or a goal. */
            confidence: number;
            /** @description How many times more frequent the effect is after the cause than in all compared sessions. */
            lift: number;
            /** @description After correction for the number of pairs compared. */
            pValue: number;
            /** @description Compared sessions with the cause and without the effect. */
            counterExamples: number;
            /** @description The sessions behind `lift` and `pValue`: those that could be compared with others of the same task or goal. */
            cells?: {
                /** @description With the cause, then the effect. */
                both: number;
                /** @description With the cause, and without the effect after it. */
                causeOnly: number;
                /** @description Without the cause, with the effect. */
                effectOnly: number;
                neither: number;
            };
        };
        /** @description What to do in a situation: a choice that ended better than others for the same task or goal, what a record has to show before it is changed (a precondition), a rule that assistants or tools stated, or which change requests end in. */
        DecisionPolicy: {
            /** @description When it applies. */
            situation: string;
            /** @description What to do then. */
            decision: string;
            /** @description Other choices that ended worse. Empty for all policies but choices. */
            alternatives: {
                decision: string;
                /** @description The share of the sessions in `support` that succeeded, by their verdicts. */
                successRate: number;
                /** @description The number of sessions that show it. */
                support: number;
                /**
                 * @description The number of distinct known writers of the events behind the figures beside it; 0 if none is known.
                 * @default 0
                 */
                writers: number;
            }[];
            /** @description What it rests on, with figures, and what is uncertain. */
            rationale: string;
            /** @description How sure it is: that the choice is better beyond chance; for a precondition a lower bound of 90 % of the share of tasks in which it held; for a stated rule how sure it is that sessions with it end better, or that tools enforce it; for what requests end in, a lower bound of 90 % of the share of tasks with such requests that came to it. */
            confidence: number;
            /** @description The number of sessions that show it; for a precondition, of calls. */
            support: number;
            /**
             * @description The number of distinct tasks in `support`: sessions with one `metadata.taskId`, or else with nearly equal requests, are one task. 0 if it was compiled before tasks were counted.
             * @default 0
             */
            tasks: number;
            /**
             * @description The number of distinct known writers of the events behind the figures beside it; 0 if none is known.
             * @default 0
             */
            writers: number;
            /**
             * @description Ids of events that do not fit the policy, at most 20.
             * @default []
             */
            exceptions: string[];
        };
        /** @description Who switched an artifact off, when and why. */
        SwitchedOff: {
            /** Format: date-time */
            at: string;
            by: components["schemas"]["Writer"];
            /** @description In their words; null without one, or if evidence was deleted since. */
            reason: string | null;
        };
        /** @description Who is accountable for what was captured or changed. */
        Writer: {
            /** @description The user who signed in or owns the API key, or else the service key. */
            actorId: string;
            /** @enum {string} */
            actorType: "user" | "api_key" | "system";
            /** @description The API key that was used; null for a token. */
            keyId: string | null;
        };
        /** @description One page of the versions of an artifact. */
        ArtifactVersionPage: {
            items: components["schemas"]["ArtifactVersion"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description What an artifact says, or said before its content changed. */
        ArtifactVersion: {
            title: string;
            /** @description Grows by one whenever new evidence changes the content. */
            version: number;
            /** @description Its size in o200k tokens. */
            tokenCount: number;
            /** Format: date-time */
            compiledAt: string;
            content: components["schemas"]["TaskSchema"] | components["schemas"]["FailurePlaybook"] | components["schemas"]["CausalPattern"] | components["schemas"]["DecisionPolicy"];
            confidence: number;
            /** @description The number of sessions that it rested on. */
            sourceSessions: number;
            /** @description When the next version replaced it; null for the present one. */
            replacedAt: string | null;
        };
        /** @description One page of memories. */
        MemoryPage: {
            items: components["schemas"]["Memory"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description One thing that was said, decided, found or done. */
        Memory: {
            id: string;
            /** @enum {string} */
            kind: "statement" | "question" | "request" | "preference" | "decision" | "plan" | "fact" | "action" | "finding" | "error" | "error_resolution";
            /** @description What was said or done, by whom and when, as text. */
            content: string;
            tags: string[];
            agentId: string | null;
            namespaceId: string | null;
            /**
             * @description The end user whom it is about; null without one.
             * @default null
             */
            userId: string | null;
            sessionId: string;
            /**
             * @description How the session ended, by its verdict; null if none is known.
             * @default null
             */
            sessionOutcome: ("success" | "failure") | null;
            speaker: string | null;
            importance: number;
            confidence: number;
            /** @description Its size in o200k tokens. */
            tokenCount: number;
            /** @description Ids of the events that it was compiled from. */
            sourceEvents: string[];
            /**
             * Format: date-time
             * @description When it started to hold.
             */
            validFrom: string;
            /** @description When it stopped holding; null while it holds. */
            validTo: string | null;
            /**
             * @description The memory that holds now instead of it; null while it holds.
             * @default null
             */
            replacedBy: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description When a lifecycle policy archived it; null if it is not archived. */
            archivedAt: string | null;
        };
        /** @description The deleted memory. */
        DeletedMemory: {
            id: string;
            /** @constant */
            deleted: true;
        };
        /** @description One fact over time: what held, and what replaced it. */
        MemoryTimeline: {
            memoryId: string;
            /** @description The memory with what it replaced, and what replaced it: the one that started to hold first comes first. */
            memories: components["schemas"]["Memory"][];
            /** @description There are more than 50: those that are nearest in time are here. */
            truncated: boolean;
        };
        /** @description The erasure that was queued. */
        ErasureReceipt: {
            jobId: string;
            /** @enum {string} */
            status: "queued" | "active" | "completed" | "failed";
        };
        /** @description One page of erasures. */
        ErasurePage: {
            items: components["schemas"]["Job"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description The export that was queued. */
        ExportReceipt: {
            jobId: string;
            /** @enum {string} */
            status: "queued" | "active" | "completed" | "failed";
        };
        /** @description One line of an export. */
        ExportLine: {
            /** @constant */
            type: "export";
            id: string;
            userId: string;
            /** Format: date-time */
            requestedAt: string;
        } | {
            /** @constant */
            type: "event";
            event: components["schemas"]["Event"];
        } | {
            /** @constant */
            type: "memory";
            memory: components["schemas"]["Memory"];
        } | {
            /** @constant */
            type: "artifact";
            artifact: components["schemas"]["Artifact"];
        } | {
            /** @description SHA-256 of all bytes before this line, in hex. */
            sha256: string;
            /** @description The number of lines before this one. */
            lines: number;
        };
        /** @description A stored event. */
        Event: {
            id: string;
            /** @enum {string} */
            type: "message" | "tool_call" | "tool_result" | "file_edit" | "test_run" | "command_exec" | "browser_action" | "api_result";
            sessionId: string;
            agentId: string | null;
            namespaceId: string | null;
            /**
             * @description The end user whom it is about.
             * @default null
             */
            userId: string | null;
            tags: string[];
            payload: components["schemas"]["JsonObject"];
            metadata: components["schemas"]["JsonObject"];
            idempotencyKey: string | null;
            /**
             * Format: date-time
             * @description When it happened according to the client, else when it arrived.
             */
            occurredAt: string;
            /** Format: date-time */
            receivedAt: string;
            /** @description The number of credentials in it that were replaced by `[secret:<kind>:<fingerprint>]`. */
            secretsReplaced: number;
            /**
             * @description Who captured it, whatever agent it names; null if it was captured before this was recorded.
             * @default null
             */
            writer: components["schemas"]["Writer"] | null;
            /** @description When it was compiled; null until then. */
            learnedAt: string | null;
        };
        /** @description One page of events. */
        EventPage: {
            items: components["schemas"]["Event"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description One page of sessions. */
        LearnedSessionPage: {
            items: components["schemas"]["LearnedSession"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description The events with one session id, of one agent and namespace, and how they ended. */
        LearnedSession: {
            /** @description The `sessionId` of its events. */
            id: string;
            agentId: string | null;
            namespaceId: string | null;
            /** @description How the session ended, by its verdict; null if none is known. */
            outcome: ("success" | "failure") | null;
            /**
             * Format: date-time
             * @description When its newest learned event arrived.
             */
            lastEventAt: string;
        };
        /** @description What a tenant has used and stored in one environment. */
        Usage: {
            plan: string;
            period: {
                /** @description Year and month in UTC, such as `2026-05`. */
                month: string;
                /** @description Date in UTC, such as `2026-05-08`. */
                day: string;
            };
            usage: {
                eventsThisMonth: number;
                /** @description Context packs of today that were answered in time. */
                synthesesToday: number;
                /** @description Learn jobs of today, requested and automatic. */
                compilationsToday: number;
                /** @description Those among them without a request. */
                automaticCompilationsToday: number;
                requestsThisMinute: number;
            };
            /** @description What is stored. */
            totals: {
                events: number;
                memories: number;
                artifacts: number;
            };
            /** @description What the plan allows in one environment, and what is used of it. */
            limits: {
                monthlyEvents: {
                    /** @description Events a month. */
                    limit: number | null;
                    /** @description Stored events of this month; null where a policy or a sensitivity can hide some of them from you. */
                    used: number | null;
                    /**
                     * Format: date-time
                     * @description When the next month begins.
                     */
                    resetsAt: string;
                };
                requestsPerMinute: {
                    /** @description Requests a minute of all credentials together. */
                    limit: number | null;
                    /** @description Requests a minute of one credential; a key can have a rate of its own. */
                    perKey: number | null;
                    /** @description Requests that a minute admits beyond these. */
                    burst: number | null;
                };
            };
        };
        /** @description What happened in a tenant scope over time, oldest first. */
        UsageSeries: {
            /** @enum {string} */
            bucket: "hour" | "day";
            points: components["schemas"]["UsagePoint"][];
        };
        /** @description What happened in one hour or day. */
        UsagePoint: {
            /**
             * Format: date-time
             * @description When the hour or day begins, in UTC.
             */
            at: string;
            /** @description By time of arrival. */
            eventsCaptured: number;
            /** @description Accepted events that could not be stored, by the time when that was found; an operator can replay them. Null where a policy or a sensitivity can hide data from you. */
            eventsFailed: number | null;
            /** @description Learn jobs that ended in it, without automatic ones that had nothing to do. */
            learnJobsCompleted: number;
            learnJobsFailed: number;
            /** @description New memories. */
            memoriesLearned: number;
            /** @description New artifacts; a new version of one is not counted. */
            artifactsLearned: number;
            /** @description Context packs that were answered in time. */
            packs: number;
            /** @description The tokens of these packs. */
            packTokens: number;
        };
        /** @description A token for one tenant, and its user. */
        Session: {
            user: {
                id: string;
                email: string;
                name: string | null;
            };
            tenant: {
                id: string;
                name: string;
                plan: string;
            };
            /** @description A JWT, to be sent as `Authorization: Bearer <token>`. */
            token: string;
            /** @constant */
            tokenType: "Bearer";
            /** @description Seconds. */
            expiresIn: number;
        };
        /** @description A user whose tokens no longer work. */
        EndedSessions: {
            /** @description The user. */
            id: string;
            /** Format: date-time */
            loggedOutAt: string;
        };
        /** @description A user with a new password. */
        ChangedPassword: {
            /** @description The user. */
            id: string;
            /** Format: date-time */
            changedAt: string;
        };
        /** @description A new key with its secret. */
        CreatedApiKey: {
            id: string;
            name: string;
            /** @description The part of the key that is not secret. */
            prefix: string;
            scopes: ("read" | "write" | "admin")[];
            /** @enum {string} */
            environment: "live" | "test";
            agentId: string | null;
            /** Format: date-time */
            createdAt: string;
            expiresAt: string | null;
            /** @description To within about ten seconds. */
            lastUsedAt: string | null;
            /**
             * @description `user`: it belongs to the user who created it. `tenant`: a service key.
             * @enum {string}
             */
            owner: "user" | "tenant";
            /** @description The user who created it. */
            createdBy: string;
            /** @description The whole key. It is shown only here. */
            key: string;
        };
        /** @description One page of keys. */
        ApiKeyPage: {
            items: components["schemas"]["ApiKey"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description A key without its secret. */
        ApiKey: {
            id: string;
            name: string;
            /** @description The part of the key that is not secret. */
            prefix: string;
            scopes: ("read" | "write" | "admin")[];
            /** @enum {string} */
            environment: "live" | "test";
            agentId: string | null;
            /** Format: date-time */
            createdAt: string;
            expiresAt: string | null;
            /** @description To within about ten seconds. */
            lastUsedAt: string | null;
            /**
             * @description `user`: it belongs to the user who created it. `tenant`: a service key.
             * @enum {string}
             */
            owner: "user" | "tenant";
            /** @description The user who created it. */
            createdBy: string;
        };
        /** @description The revoked key. */
        RevokedApiKey: {
            id: string;
            /** Format: date-time */
            revokedAt: string;
        };
        /** @description All rules, sorted by id. */
        SecretRuleList: {
            items: components["schemas"]["SecretRule"][];
        };
        /** @description One kind of credential that is searched for in captured events. */
        SecretRule: {
            /** @description The kind in `[secret:<kind>:<fingerprint>]`. */
            id: string;
            description: string;
            isEnabled: boolean;
        };
        /** @description A store of secrets, visible to the user who created it and to tenant admins. */
        Vault: {
            id: string;
            name: string;
            description: string | null;
            /** @description The user who created it. */
            createdBy: string;
            itemCount: number;
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description When an item was last added or got a new version.
             */
            updatedAt: string;
        };
        /** @description One page of vaults. */
        VaultPage: {
            items: components["schemas"]["Vault"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description The description of a secret, without its value. */
        VaultItem: {
            id: string;
            vaultId: string;
            name: string;
            /** @enum {string} */
            type: "api_key" | "password" | "token" | "certificate" | "note" | "secret";
            /** @description 1 for the first value, increased with each new value. */
            version: number;
            metadata: components["schemas"]["JsonObject"];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            expiresAt: string | null;
        };
        /** @description One page of items. */
        VaultItemPage: {
            items: components["schemas"]["VaultItem"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description The value itself. */
        RevealedSecret: {
            id: string;
            vaultId: string;
            name: string;
            /** @enum {string} */
            type: "api_key" | "password" | "token" | "certificate" | "note" | "secret";
            value: string;
            version: number;
            /** Format: date-time */
            revealedAt: string;
        };
        /** @description One page of the audit log of a vault. */
        VaultAuditPage: {
            items: components["schemas"]["VaultAuditEntry"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description One action or one denial. */
        VaultAuditEntry: {
            id: string;
            /** @description Position in the vault's log: 1, 2, 3 … */
            sequence: number;
            /** @enum {string} */
            action: "vault.create" | "vault.rewrap" | "vault.refuse" | "vault_item.create" | "vault_item.update" | "vault_item.reveal" | "vault_item.refuse";
            /** @description A user; `system` for the rotation of keys. */
            actorId: string;
            itemId: string | null;
            /** @description The reason that the caller gave, or the reason of a denial. */
            reason: string | null;
            ip: string | null;
            /** Format: date-time */
            at: string;
            /** @description `hash` of the entry before it; 64 zeros for the first. */
            previousHash: string;
            hash: string;
        };
        /** @description An organization, with the role of the member who asks. */
        Organization: {
            id: string;
            name: string;
            slug: string;
            /**
             * @description Your role in it.
             * @enum {string}
             */
            role: "owner" | "admin" | "manager" | "developer" | "analyst" | "viewer";
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /** @description One page of organizations. */
        OrganizationPage: {
            items: components["schemas"]["Organization"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description When the memories and events in its scope are archived and deleted. */
        LifecyclePolicy: {
            id: string;
            organizationId: string;
            name: string;
            /** @description Nothing is archived or deleted earlier; null for no minimum. */
            retentionDays: number | null;
            /** @description Days after which a memory leaves synthesize and the lists; null for never. */
            archiveAfterDays: number | null;
            /** @description Days after which memories and events are deleted permanently; null for never. */
            deleteAfterDays: number | null;
            scope: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /** @description One page of lifecycle policies. */
        LifecyclePolicyPage: {
            items: components["schemas"]["LifecyclePolicy"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description The lifecycle policy that was deleted. */
        DeletedLifecyclePolicy: {
            id: string;
            /** @constant */
            deleted: true;
        };
        /** @description What the policy would archive and delete now. */
        LifecyclePreview: {
            archive: {
                memories: number;
                /** @description Ids of some that you may read, in the live environment. */
                samples: string[];
            };
            delete: {
                memories: number;
                events: number;
                /** @description Artifacts with evidence that would be deleted. They are compiled again from the rest, or deleted. */
                artifacts: number;
                /** @description Ids of some that you may read, in the live environment. */
                samples: string[];
            };
            /** @description Whether a count stopped at 100,000. */
            truncated: boolean;
        };
        /** @description A team of an organization. */
        Team: {
            id: string;
            name: string;
            description: string | null;
            /** @description Members who have joined the organization. */
            memberCount: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /** @description One page of teams. */
        TeamPage: {
            items: components["schemas"]["Team"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description A team with its members. */
        TeamDetail: {
            id: string;
            name: string;
            description: string | null;
            /** @description Members who have joined the organization. */
            memberCount: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description In the order in which they joined the organization; only the first 1000. */
            members: components["schemas"]["TeamMember"][];
        };
        /** @description A member of a team. */
        TeamMember: {
            id: string;
            userId: string;
            /** @description Null if the identity provider states none. */
            email: string | null;
            name: string | null;
            /**
             * @description In the organization.
             * @enum {string}
             */
            role: "owner" | "admin" | "manager" | "developer" | "analyst" | "viewer";
        };
        /** @description The team that was deleted. */
        DeletedTeam: {
            id: string;
            /** @constant */
            deleted: true;
        };
        /** @description An invitation with its token. */
        Invitation: {
            /** @description The id that the member will have. */
            id: string;
            email: string;
            /** @enum {string} */
            role: "owner" | "admin" | "manager" | "developer" | "analyst" | "viewer";
            teamIds: string[];
            /** @constant */
            status: "invited";
            /** @description Shown only here. The invited person registers or accepts with it. */
            invitationToken: string;
            /** Format: date-time */
            expiresAt: string;
        };
        /** @description One page of members. */
        MemberPage: {
            items: components["schemas"]["Member"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description A member of an organization, or an open invitation. */
        Member: {
            id: string;
            /** @description Null until the invitation is accepted. */
            userId: string | null;
            /** @description Null if the identity provider states none. */
            email: string | null;
            name: string | null;
            /** @enum {string} */
            role: "owner" | "admin" | "manager" | "developer" | "analyst" | "viewer";
            teamIds: string[];
            /** @enum {string} */
            status: "active" | "invited";
            /**
             * @description The user who invited them, or last changed the open invitation. Null for the founder.
             * @default null
             */
            invitedBy: string | null;
            /** @description Null until the invitation is accepted. */
            joinedAt: string | null;
        };
        /** @description The removed member. */
        RemovedMember: {
            id: string;
            /** @constant */
            deleted: true;
        };
        /** @description A token with which a member sets a new password. */
        PasswordReset: {
            /** @description Shown only here. The user sets a new password with it, once. */
            resetToken: string;
            /** Format: date-time */
            expiresAt: string;
        };
        /** @description The organization that you joined, and its tenant. */
        AcceptedInvitation: {
            /** @description The tenant of the organization. Log in with its id to get a token for it. */
            tenant: {
                id: string;
                name: string;
                plan: string;
            };
            organizationId: string;
            /** @enum {string} */
            role: "owner" | "admin" | "manager" | "developer" | "analyst" | "viewer";
        };
        /** @description An agent identity of an organization. */
        Agent: {
            /** @description The id to use as `metadata.agentId` of events and `agentId` of API keys. */
            id: string;
            organizationId: string;
            name: string;
            description: string | null;
            framework: string | null;
            teamId: string | null;
            metadata: components["schemas"]["JsonObject"];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /** @description One page of agent identities. */
        AgentPage: {
            items: components["schemas"]["Agent"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description The agent identity that was deleted. */
        DeletedAgent: {
            id: string;
            /** @constant */
            deleted: true;
        };
        /** @description A namespace of an organization. */
        Namespace: {
            /** @description The id to use as `metadata.namespaceId` of events. */
            id: string;
            organizationId: string;
            name: string;
            description: string | null;
            /** @enum {string} */
            sensitivity: "public" | "internal" | "confidential" | "restricted";
            teamIds: string[];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /** @description One page of namespaces. */
        NamespacePage: {
            items: components["schemas"]["Namespace"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description Who may read or write what, under which conditions. */
        Policy: {
            id: string;
            organizationId: string;
            name: string;
            /** @enum {string} */
            effect: "allow" | "deny";
            /** @description `namespace:<id>`, `agent:<id>`, `memory:<id>` or `artifact:<id>`, with `*` for every id; `*:*` for everything. */
            resource: string;
            /**
             * @description `write` is capture; `*` is both.
             * @enum {string}
             */
            action: "read" | "write" | "*";
            conditions: components["schemas"]["PolicyConditions"];
            priority: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /** @description One page of policies. */
        PolicyPage: {
            items: components["schemas"]["Policy"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description A policy that was deleted. */
        DeletedPolicy: {
            id: string;
            /** @constant */
            deleted: true;
        };
        /** @description The decision and its reason. */
        PolicyEvaluation: {
            /** @enum {string} */
            effect: "allow" | "deny";
            allowed: boolean;
            /** @description Null if no policy of this organization decided. */
            policyId: string | null;
            policyName: string | null;
            /** @description This organization if it decided, else null. */
            organizationId: string | null;
            reason: string;
            /** @description The role and teams in this organization that the decision used. */
            principal: {
                id: string;
                role: ("owner" | "admin" | "manager" | "developer" | "analyst" | "viewer") | null;
                teamIds: string[];
            };
        };
        /** @description One page of the audit log. */
        AuditPage: {
            items: components["schemas"]["AuditEntry"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description One change or one denial. */
        AuditEntry: {
            id: string;
            /** @description Position in the organization's log: 1, 2, 3 … */
            sequence: number;
            /** @description `<resourceType>.<verb>`, such as `policy.update`. */
            action: string;
            actorId: string;
            /** @enum {string} */
            actorType: "user" | "api_key" | "system";
            resourceType: string;
            resourceId: string | null;
            /** @enum {string} */
            outcome: "success" | "denied";
            changes: {
                /** @description The changed fields before; null if it is new. */
                before?: components["schemas"]["JsonObject"] | null;
                /** @description The changed fields after; null if it was deleted. */
                after?: components["schemas"]["JsonObject"] | null;
                /** @description The reason for a denial, or for a change that the service made. */
                reason?: string;
            } | null;
            requestId: string;
            ip: string | null;
            /** Format: date-time */
            at: string;
            /** @description `hash` of the entry before it; 64 zeros for the first. */
            previousHash: string;
            hash: string;
        };
        /** @description One page of the access log. */
        AccessPage: {
            items: components["schemas"]["AccessEntry"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description One memory that one request returned to an actor. */
        AccessEntry: {
            id: string;
            memoryId: string;
            /** @description The user or API key. */
            actorId: string;
            /** @description The agent that the API key is bound to. */
            agentId: string | null;
            /** @enum {string} */
            action: "synthesize" | "list" | "read" | "lineage";
            requestId: string;
            /** Format: date-time */
            at: string;
        };
        /** @description The source events of a memory, and the artifacts compiled from it. */
        Lineage: {
            memoryId: string;
            /** @description Ids of its source events: the newest 1,000, newest first. */
            sourceEvents: string[];
            /** @description Ids of the artifacts that were compiled from it: the newest 1,000, newest first. */
            derivedArtifacts: string[];
            /** @description The edges between these and the memory. */
            lineage: components["schemas"]["LineageEdge"][];
            /** @description Counts that include what was left out. */
            totals: {
                sourceEvents: number;
                derivedArtifacts: number;
            };
            /** @description True if something was left out because there is too much. */
            truncated: boolean;
        };
        /** @description One step from an event to a memory, or from a memory to an artifact. */
        LineageEdge: {
            /** @description Id of the source. */
            from: string;
            /** @description Id of the result. */
            to: string;
            /**
             * @description `captured_from`: an event became a memory. `compiled_into`: a memory became part of an artifact.
             * @enum {string}
             */
            type: "captured_from" | "compiled_into";
            /**
             * Format: date-time
             * @description When the result was created or last compiled.
             */
            timestamp: string;
        };
        /** @description A memory, its events, the artifacts compiled from it, the other memories behind those artifacts, and their events. */
        LineageGraph: {
            /** @description At most 1,000: the memory first, then the nearest. */
            nodes: components["schemas"]["LineageNode"][];
            /** @description From events to memories, and from memories to artifacts. */
            edges: components["schemas"]["LineageEdge"][];
            /** @description True if something was left out because there is too much. */
            truncated: boolean;
        };
        /** @description An event, a memory or an artifact. */
        LineageNode: {
            id: string;
            /** @enum {string} */
            kind: "event" | "memory" | "artifact";
            /** @description An artifact's title; a memory's kind and the first 80 characters of its content; an event's type, or `event` if it was deleted. */
            label: string;
            /**
             * @description Who captured the event; null for memories and artifacts, and if it is not known.
             * @default null
             */
            writer: components["schemas"]["Writer"] | null;
            /**
             * Format: date-time
             * @description When the event happened, the memory was created, or the artifact was last compiled.
             */
            at: string;
        };
        /** @description The health of the whole service, as seen by one gateway. */
        Health: {
            /**
             * @description The worst of the subsystems.
             * @enum {string}
             */
            status: "healthy" | "degraded" | "unhealthy";
            version: string;
            /** @description Seconds since this gateway process started. */
            uptime: number;
            /** Format: date-time */
            timestamp: string;
            subsystems: {
                database: {
                    /**
                     * @description `degraded`: events are still accepted, but something else does not work; `unhealthy`: events cannot be stored.
                     * @enum {string}
                     */
                    status: "healthy" | "degraded" | "unhealthy";
                    /** @description Totals of the pools of all processes. */
                    connections: {
                        total: number;
                        idle: number;
                        /** @description Requests that wait for a connection. */
                        waiting: number;
                        /** @description The maximum number of connections of all pools. */
                        max: number;
                        /** @description Connections in use, in percent of `max`. */
                        utilizationPercent: number;
                    };
                };
                cache: {
                    /**
                     * @description `degraded`: events are still accepted, but something else does not work; `unhealthy`: events cannot be stored.
                     * @enum {string}
                     */
                    status: "healthy" | "degraded" | "unhealthy";
                    latencyMs: number;
                    persistence: {
                        aof_enabled: boolean;
                        rdb_last_save_time: number;
                    };
                    memory: {
                        used_memory_mb: number;
                        maxmemory_mb: number;
                        maxmemory_policy: string;
                    };
                };
                workers: {
                    /**
                     * @description `degraded`: events are still accepted, but something else does not work; `unhealthy`: events cannot be stored.
                     * @enum {string}
                     */
                    status: "healthy" | "degraded" | "unhealthy";
                    queues: {
                        /** @description Current counts, or the last known ones while they cannot be read. */
                        capture: {
                            /** @description Events that are not started. In messages that no process has taken yet, as many each as in those taken last. */
                            waiting: number;
                            /** @description Events in progress, in all processes together. */
                            active: number;
                            /** @description Needs an operator: dead letters, and learn jobs that failed in the last day. */
                            failed: number;
                        };
                        /** @description Current counts, or the last known ones while they cannot be read. */
                        learn: {
                            /** @description Jobs that are not started. */
                            waiting: number;
                            /** @description Jobs in progress, in all processes together. */
                            active: number;
                            /** @description Needs an operator: dead letters, and learn jobs that failed in the last day. */
                            failed: number;
                        };
                    };
                    /** @description Events that are accepted and not stored yet, those in progress included. */
                    totalBacklog: number;
                    /** @description Age of the oldest unfinished message or job. */
                    oldestSeconds: {
                        capture: number;
                        learn: number;
                    };
                    /** @description Commands that could not be handled because of their own data, by command. An operator replays or discards them. */
                    deadLetters: {
                        [key: string]: number;
                    };
                    /** @description Whether each service responds and can work. */
                    services: {
                        [key: string]: "up" | "down";
                    };
                };
            };
            alerts: {
                firing: number;
                rules: components["schemas"]["FiringAlert"][];
            };
        };
        /** @description An alert rule that fires. */
        FiringAlert: {
            name: string;
            /** @enum {string} */
            severity: "critical" | "warning";
            /**
             * Format: date-time
             * @description When the rule started to fire.
             */
            since: string;
            message: string;
        };
        /** @description The error, with the health record. */
        UnhealthyResponse: {
            /** @constant */
            ok: false;
            error: {
                /** @constant */
                code: "unhealthy";
                message: string;
            };
            data: components["schemas"]["Health"];
            meta: components["schemas"]["Meta"];
        };
        /** @description Health in short form. */
        FlatHealth: {
            /** @enum {string} */
            status: "healthy" | "degraded" | "unhealthy";
            version: string;
            /** @enum {string} */
            postgres: "connected" | "disconnected";
            /** @enum {string} */
            cache: "connected" | "disconnected";
            /** @description Seconds since the process that responds was started */
            uptime: number;
        };
        /** @description Public keys (RFC 7517). */
        JsonWebKeySet: {
            keys: ({
                kty: string;
                kid: string;
                alg: string;
                /** @constant */
                use: "sig";
            } & {
                [key: string]: unknown;
            })[];
        };
    };
    responses: never;
    parameters: {
        /**
         * @description Your own id for this request. An invalid one is replaced.
         * @example checkout-7f3a
         */
        RequestId: string;
        /** @description Repeats the organization of the path; any other is rejected. A deployment may require it (`REQUIRE_ORGANIZATION_HEADER`). */
        OrganizationId: string;
    };
    requestBodies: {
        /** @description The whole body: at most 16 MiB. */
        EventBatch: {
            content: {
                "application/json": {
                    events: components["schemas"]["EventInput"][];
                };
            };
        };
        /** @description The whole body: at most 16 MiB. */
        ExportTraceServiceRequest: {
            content: {
                "application/json": {
                    resourceSpans?: Record<string, never>[];
                };
            };
        };
        /** @description The whole body: at most 1 MiB. */
        LearnRequest: {
            content: {
                "application/json": {
                    /** @description The agent that it belongs to. */
                    agentId?: string;
                    /** @description The end user that it is about. */
                    userId?: string;
                    /** @description The namespace it belongs to. */
                    namespaceId?: string;
                    /** @description The run or conversation that it belongs to. */
                    sessionId?: string;
                    /** @description Only what was said or done at this time or later; a date means its midnight in UTC. */
                    since?: string;
                    /** @description Only what was said or done before this time; a date means its midnight in UTC. */
                    until?: string;
                    /** @description Only these events. */
                    eventIds?: string[];
                    options?: {
                        /** @description Maximum number of events for this run. */
                        maxEvents?: number;
                        /**
                         * @description Compile only artifacts of this type.
                         * @enum {string}
                         */
                        artifactType?: "task_schema" | "failure_playbook" | "causal_pattern" | "decision_policy";
                    };
                    /**
                     * @description Respond only when the job has ended, but after at most 25 seconds.
                     * @default false
                     */
                    wait?: boolean;
                };
            };
        };
        /** @description The whole body: at most 256 KiB. */
        UpdateLearnSettingsRequest: {
            content: {
                "application/json": {
                    isAutomatic: boolean;
                };
            };
        };
        /** @description The whole body: at most 256 KiB. */
        SynthesizeRequest: {
            content: {
                "application/json": {
                    /** @description A question or a task. Without it, the newest entries are packed. */
                    query?: string;
                    /** @description The agent that it belongs to. */
                    agentId?: string;
                    /** @description The end user whom it is for: memories of this end user, and those without an end user. Without it, only the latter. */
                    userId?: string;
                    /** @description Only what belongs to this namespace. */
                    namespaceId?: string;
                    /** @description Only memories of this session. Artifacts belong to no session. */
                    sessionId?: string;
                    /** @description Only what was said or done at this time or later; a date means its midnight in UTC. */
                    since?: string;
                    /** @description Only what was said or done before this time; a date means its midnight in UTC. */
                    until?: string;
                    /**
                     * @description Maximum number of o200k tokens of all sections.
                     * @default 4000
                     */
                    maxTokens?: number;
                    /** @default true */
                    includeArtifacts?: boolean;
                    /** @default true */
                    includeMemories?: boolean;
                    /** @description Only memories with all of these tags. */
                    tags?: string[];
                    /**
                     * @description `sections` (default), `text` for a prompt, or `both`. `totalTokens` counts the text if there is one.
                     * @enum {string}
                     */
                    format?: "sections" | "text" | "both";
                    /**
                     * @description Adds the score of each section, and what was left out and why.
                     * @default false
                     */
                    explain?: boolean;
                };
            };
        };
        /** @description The whole body: at most 256 KiB. */
        FeedbackRequest: {
            content: {
                "application/json": {
                    /** @description From the response of `POST /v1/synthesize`. */
                    packId: string;
                    /**
                     * @description What came of the task. `neutral` changes nothing.
                     * @enum {string}
                     */
                    outcome: "success" | "failure" | "neutral";
                    /** @description The sources of the sections that were used. Without it, every section counts as used. */
                    used?: string[];
                    /** @description Accepted from clients that send one, and not stored. */
                    note?: string;
                };
            };
        };
        /** @description The whole body: at most 256 KiB. */
        ArtifactChange: {
            content: {
                "application/json": {
                    /** @description Whether packs leave it out. */
                    isSwitchedOff: boolean;
                    /** @description Why, for those who wonder later. Nothing personal. */
                    reason?: string;
                };
            };
        };
        /** @description The whole body: at most 256 KiB. */
        ErasureRequest: {
            content: {
                "application/json": {
                    /** @description The end user whose data is erased. */
                    userId?: string;
                    /** @description The agent whose data is erased, in all namespaces. */
                    agentId?: string;
                    /** @description The session whose data is erased, of all agents that used this id. */
                    sessionId?: string;
                };
            };
        };
        /** @description The whole body: at most 256 KiB. */
        ExportRequest: {
            content: {
                "application/json": {
                    /** @description The end user whose data is exported. */
                    userId: string;
                };
            };
        };
        /** @description The whole body: at most 256 KiB. */
        RegisterRequest: {
            content: {
                "application/json": {
                    /**
                     * Format: email
                     * @description Kept in lower case.
                     */
                    email: string;
                    /** Format: password */
                    password: string;
                    name?: string;
                    /** @description Without it, the tenant is named after the user. */
                    tenantName?: string;
                    /** @description Makes the user a member of the organization that invited it. */
                    invitationToken?: string;
                };
            };
        };
        /** @description The whole body: at most 256 KiB. */
        LoginRequest: {
            content: {
                "application/json": {
                    email: string;
                    /** Format: password */
                    password: string;
                    /** @description One of the user's tenants; the default is the first. */
                    tenantId?: string;
                };
            };
        };
        /** @description The whole body: at most 256 KiB. */
        ChangePasswordRequest: {
            content: {
                "application/json": {
                    /** Format: password */
                    currentPassword: string;
                    /** Format: password */
                    newPassword: string;
                };
            };
        };
        /** @description The whole body: at most 256 KiB. */
        LogOutRequest: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        /** @description The whole body: at most 256 KiB. */
        ResetPasswordRequest: {
            content: {
                "application/json": {
                    /** @description The `resetToken`. */
                    token: string;
                    /** Format: password */
                    newPassword: string;
                };
            };
        };
        /** @description The whole body: at most 256 KiB. */
        CreateApiKeyRequest: {
            content: {
                "application/json": {
                    name: string;
                    /** @description `admin` includes `read` and `write`. */
                    scopes: ("read" | "write" | "admin")[];
                    /**
                     * @description The environment that the key belongs to.
                     * @default live
                     * @enum {string}
                     */
                    environment?: "live" | "test";
                    /**
                     * Format: date-time
                     * @description In the future. Without it, the key works until it is revoked.
                     */
                    expiresAt?: string;
                    /** @description Binds the key to one agent. */
                    agentId?: string;
                    /**
                     * @description `user`: the key belongs to its creator, and its rights end with theirs. `tenant`: a service key, which outlives its creator; only owners and admins of the tenant create one.
                     * @default user
                     * @enum {string}
                     */
                    owner?: "user" | "tenant";
                };
            };
        };
        /** @description The whole body: at most 256 KiB. */
        UpdateSecretRuleRequest: {
            content: {
                "application/json": {
                    isEnabled: boolean;
                };
            };
        };
        /** @description The whole body: at most 256 KiB. */
        CreateVaultRequest: {
            content: {
                "application/json": {
                    /** @description Unique among the vaults that you created, ignoring case. */
                    name: string;
                    /** @default null */
                    description?: string | null;
                };
            };
        };
        /** @description The whole body: at most 1 MiB. */
        CreateVaultItemRequest: {
            content: {
                "application/json": {
                    /** @description Identifies the item in its vault; the same name again creates a new version. */
                    name: string;
                    /** @enum {string} */
                    type: "api_key" | "password" | "token" | "certificate" | "note" | "secret";
                    /** @description The secret. Only the response to a reveal contains it. */
                    value: string;
                    /** @description Data that helps to find it. Not encrypted, and shown in lists. */
                    metadata?: components["schemas"]["JsonObject"];
                    /**
                     * @description It cannot be revealed after this time.
                     * @default null
                     */
                    expiresAt?: string | null;
                };
            };
        };
        /** @description The whole body: at most 256 KiB. */
        RevealVaultItemRequest: {
            content: {
                "application/json": {
                    /**
                     * @description Kept in the audit log.
                     * @default null
                     */
                    reason?: string | null;
                    /** @description An earlier version that is still kept. Default: the newest. */
                    version?: number;
                };
            };
        };
        /** @description The whole body: at most 256 KiB. */
        CreateOrganizationRequest: {
            content: {
                "application/json": {
                    name: string;
                    /** @description Unique in the tenant. Lower-case letters and digits, with hyphens between them. */
                    slug: string;
                };
            };
        };
        /** @description The whole body: at most 256 KiB. */
        UpdateOrganizationRequest: {
            content: {
                "application/json": {
                    name?: string;
                    /** @description Unique in the tenant. Lower-case letters and digits, with hyphens between them. */
                    slug?: string;
                };
            };
        };
        /** @description The whole body: at most 256 KiB. */
        CreateLifecyclePolicyRequest: {
            content: {
                "application/json": {
                    name: string;
                    /**
                     * @description Nothing is archived or deleted earlier; null for no minimum.
                     * @default null
                     */
                    retentionDays?: number | null;
                    /**
                     * @description Days after which a memory leaves synthesize and the lists; null for never.
                     * @default null
                     */
                    archiveAfterDays?: number | null;
                    /**
                     * @description Days after which memories and events are deleted permanently; null for never.
                     * @default null
                     */
                    deleteAfterDays?: number | null;
                    /**
                     * @description `memory:<id>`, `namespace:<id>`, `agent:<id>`, the same with `*` for every id, or `*:*` for everything. The more specific scope wins, in this order.
                     * @default *:*
                     */
                    scope?: string;
                };
            };
        };
        /** @description The whole body: at most 256 KiB. */
        UpdateLifecyclePolicyRequest: {
            content: {
                "application/json": {
                    name?: string;
                    /** @description Nothing is archived or deleted earlier; null for no minimum. */
                    retentionDays?: number | null;
                    /** @description Days after which a memory leaves synthesize and the lists; null for never. */
                    archiveAfterDays?: number | null;
                    /** @description Days after which memories and events are deleted permanently; null for never. */
                    deleteAfterDays?: number | null;
                    /** @description `memory:<id>`, `namespace:<id>`, `agent:<id>`, the same with `*` for every id, or `*:*` for everything. The more specific scope wins, in this order. */
                    scope?: string;
                };
            };
        };
        /** @description The whole body: at most 256 KiB. */
        PreviewLifecycleChangeRequest: {
            content: {
                "application/json": {
                    /**
                     * @description Nothing is archived or deleted earlier; null for no minimum.
                     * @default null
                     */
                    retentionDays?: number | null;
                    /**
                     * @description Days after which a memory leaves synthesize and the lists; null for never.
                     * @default null
                     */
                    archiveAfterDays?: number | null;
                    /**
                     * @description Days after which memories and events are deleted permanently; null for never.
                     * @default null
                     */
                    deleteAfterDays?: number | null;
                    /** @description `memory:<id>`, `namespace:<id>`, `agent:<id>`, the same with `*` for every id, or `*:*` for everything. The more specific scope wins, in this order. */
                    scope: string;
                    /** @description The policy that would have these values. Without it, or if the organization has none with this id: a new one. */
                    policyId?: string;
                };
            };
        };
        /** @description The whole body: at most 256 KiB. */
        CreateTeamRequest: {
            content: {
                "application/json": {
                    /** @description Unique in the organization, ignoring case. */
                    name: string;
                    /** @default null */
                    description?: string | null;
                    /**
                     * @description Members of the organization to start with.
                     * @default []
                     */
                    memberIds?: string[];
                };
            };
        };
        /** @description The whole body: at most 256 KiB. */
        UpdateTeamRequest: {
            content: {
                "application/json": {
                    /** @description Unique in the organization, ignoring case. */
                    name?: string;
                    description?: string | null;
                    /** @description The complete list of members; it replaces the present one. */
                    memberIds?: string[];
                };
            };
        };
        /** @description The whole body: at most 256 KiB. */
        InviteMemberRequest: {
            content: {
                "application/json": {
                    /**
                     * Format: email
                     * @description Kept in lower case.
                     */
                    email: string;
                    /**
                     * @description Not above your own.
                     * @enum {string}
                     */
                    role: "owner" | "admin" | "manager" | "developer" | "analyst" | "viewer";
                    /**
                     * @description Teams to join with the organization.
                     * @default []
                     */
                    teamIds?: string[];
                };
            };
        };
        /** @description The whole body: at most 256 KiB. */
        UpdateMemberRequest: {
            content: {
                "application/json": {
                    /**
                     * @description Not above your own.
                     * @enum {string}
                     */
                    role?: "owner" | "admin" | "manager" | "developer" | "analyst" | "viewer";
                    /** @description The complete list of their teams. */
                    teamIds?: string[];
                };
            };
        };
        /** @description The whole body: at most 256 KiB. */
        AcceptInvitationRequest: {
            content: {
                "application/json": {
                    /** @description The `invitationToken`. */
                    token: string;
                };
            };
        };
        /** @description The whole body: at most 256 KiB. */
        CreateAgentRequest: {
            content: {
                "application/json": {
                    /** @description Unique in the organization, ignoring case. */
                    name: string;
                    /** @default null */
                    description?: string | null;
                    /**
                     * @description The framework it is built with.
                     * @default null
                     */
                    framework?: string | null;
                    /**
                     * @description The team that it belongs to.
                     * @default null
                     */
                    teamId?: string | null;
                    /** @description Stored unchanged. At most 16 KiB of JSON. */
                    metadata?: components["schemas"]["JsonObject"];
                };
            };
        };
        /** @description The whole body: at most 256 KiB. */
        UpdateAgentRequest: {
            content: {
                "application/json": {
                    /** @description Unique in the organization, ignoring case. */
                    name?: string;
                    description?: string | null;
                    /** @description The framework it is built with. */
                    framework?: string | null;
                    /** @description The team that it belongs to. */
                    teamId?: string | null;
                    /** @description Stored unchanged. At most 16 KiB of JSON. */
                    metadata?: components["schemas"]["JsonObject"];
                };
            };
        };
        /** @description The whole body: at most 256 KiB. */
        CreateNamespaceRequest: {
            content: {
                "application/json": {
                    /** @description Unique in the organization, ignoring case. */
                    name: string;
                    /** @default null */
                    description?: string | null;
                    /**
                     * @description If no policy decides, `public` and `internal` can be read by the whole tenant, `confidential` and `restricted` by the namespace's teams and the organization's owners and admins.
                     * @default internal
                     * @enum {string}
                     */
                    sensitivity?: "public" | "internal" | "confidential" | "restricted";
                    /**
                     * @description The teams that may read it.
                     * @default []
                     */
                    teamIds?: string[];
                };
            };
        };
        /** @description The whole body: at most 256 KiB. */
        UpdateNamespaceRequest: {
            content: {
                "application/json": {
                    /** @description Unique in the organization, ignoring case. */
                    name?: string;
                    description?: string | null;
                    /**
                     * @description If no policy decides, `public` and `internal` can be read by the whole tenant, `confidential` and `restricted` by the namespace's teams and the organization's owners and admins.
                     * @enum {string}
                     */
                    sensitivity?: "public" | "internal" | "confidential" | "restricted";
                    /** @description The teams that may read it. */
                    teamIds?: string[];
                };
            };
        };
        /** @description The whole body: at most 256 KiB. */
        CreatePolicyRequest: {
            content: {
                "application/json": {
                    /** @description Need not be unique. */
                    name: string;
                    /** @enum {string} */
                    effect: "allow" | "deny";
                    /** @description `namespace:<id>`, `agent:<id>`, `memory:<id>` or `artifact:<id>`, with `*` for every id; `*:*` for everything. */
                    resource: string;
                    /**
                     * @description `write` is capture; `*` is both.
                     * @enum {string}
                     */
                    action: "read" | "write" | "*";
                    /** @default {} */
                    conditions?: components["schemas"]["PolicyConditions"];
                    /** @description The highest wins; at equal priority, `deny` wins. */
                    priority: number;
                };
            };
        };
        /** @description The whole body: at most 256 KiB. */
        UpdatePolicyRequest: {
            content: {
                "application/json": {
                    name?: string;
                    /** @enum {string} */
                    effect?: "allow" | "deny";
                    /** @description `namespace:<id>`, `agent:<id>`, `memory:<id>` or `artifact:<id>`, with `*` for every id; `*:*` for everything. */
                    resource?: string;
                    /**
                     * @description `write` is capture; `*` is both.
                     * @enum {string}
                     */
                    action?: "read" | "write" | "*";
                    /** @description Replaces all conditions. */
                    conditions?: components["schemas"]["PolicyConditions"];
                    /** @description The highest wins; at equal priority, `deny` wins. */
                    priority?: number;
                };
            };
        };
        /** @description The whole body: at most 256 KiB. */
        EvaluatePolicyRequest: {
            content: {
                "application/json": {
                    /** @description The id of a user or an API key, or an object with further assumptions. */
                    principal: string | {
                        id: string;
                        /**
                         * @description The role to assume in this organization. Default: the actual one.
                         * @enum {string}
                         */
                        role?: "owner" | "admin" | "manager" | "developer" | "analyst" | "viewer";
                        /** @description The teams to assume in this organization. Default: the actual ones. */
                        teamIds?: string[];
                        /** @description The agent that an API key is bound to. */
                        agentId?: string;
                        /** @description The user who an API key belongs to: the key may do only what they may do too. */
                        ownerId?: string;
                    };
                    /** @enum {string} */
                    action: "read" | "write";
                    /** @description One memory or artifact (`memory:<id>`, `artifact:<id>`), or the data in a namespace or of an agent (`namespace:<id>`, `agent:<id>`). */
                    resource: string;
                    /**
                     * @description Assumptions that override what is stored.
                     * @default {}
                     */
                    context?: {
                        namespaceId?: string;
                        /** @description The agent that the data belongs to. */
                        agentId?: string;
                        tags?: string[];
                        /**
                         * @description Default `live`.
                         * @enum {string}
                         */
                        environment?: "live" | "test";
                        /**
                         * Format: date-time
                         * @description Default now.
                         */
                        time?: string;
                    };
                };
            };
        };
    };
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    captureEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The whole body: at most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventInput"];
            };
        };
        responses: {
            /** @description Accepted and stored; the work follows. The receipt is in `data`. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["CaptureReceipt"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    captureBatch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["EventBatch"];
        responses: {
            /** @description Accepted and stored; the work follows. The receipt is in `data`. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["BatchReceipt"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    captureTraces: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["ExportTraceServiceRequest"];
        responses: {
            /** @description The result, without the envelope, in the encoding of the request. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportTraceServiceResponse"];
                    "application/x-protobuf": string;
                };
            };
        };
    };
    startLearning: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["LearnRequest"];
        responses: {
            /** @description Accepted and stored; the work follows. The receipt is in `data`. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["LearnReceipt"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    listJobs: {
        parameters: {
            query?: {
                /** @description Maximum number of items on a page. */
                limit?: number;
                /** @description `pagination.cursor` of the previous page. Opaque. */
                cursor?: string;
                /**
                 * @description Only jobs with this status.
                 * @example active
                 */
                status?: "queued" | "active" | "completed" | "failed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result is in `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["JobPage"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    getJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example lrn_76b69a71b6c5e98b6b4d2bb5cb2d452e */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result is in `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["Job"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    getLearnSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result is in `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["LearnSettings"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    updateLearnSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["UpdateLearnSettingsRequest"];
        responses: {
            /** @description The result is in `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["LearnSettings"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    synthesize: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["SynthesizeRequest"];
        responses: {
            /** @description The result is in `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["ContextPack"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    recordFeedback: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["FeedbackRequest"];
        responses: {
            /** @description Accepted and stored; the work follows. The receipt is in `data`. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["FeedbackReceipt"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    listArtifacts: {
        parameters: {
            query?: {
                /** @example failure_playbook */
                type?: "task_schema" | "failure_playbook" | "causal_pattern" | "decision_policy";
                /** @description The agent that it belongs to. */
                agentId?: string;
                /** @description The end user that it is about. */
                userId?: string;
                /** @description The namespace it belongs to. */
                namespaceId?: string;
                /** @description `true` also lists artifacts that their evidence no longer supports, and those that are switched off. */
                includeInactive?: "true" | "false";
                /**
                 * @description Maximum number of items on a page.
                 * @example 1
                 */
                limit?: number;
                /** @description Items to skip. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result is in `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["ArtifactPage"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    getArtifact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example art_5965067fd3ae9636c57660a8fd985ff5 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result is in `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["Artifact"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    updateArtifact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example art_5965067fd3ae9636c57660a8fd985ff5 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["ArtifactChange"];
        responses: {
            /** @description The result is in `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["Artifact"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    listArtifactVersions: {
        parameters: {
            query?: {
                /** @description Maximum number of items on a page. */
                limit?: number;
                /** @description `pagination.cursor` of the previous page. Opaque. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @example art_5965067fd3ae9636c57660a8fd985ff5 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result is in `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["ArtifactVersionPage"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    listMemories: {
        parameters: {
            query?: {
                /** @description Maximum number of items on a page. */
                limit?: number;
                /** @description `pagination.cursor` of the previous page. Opaque. */
                cursor?: string;
                /**
                 * @description The agent that it belongs to.
                 * @example ops
                 */
                agentId?: string;
                /** @description The end user that it is about. */
                userId?: string;
                /** @description The namespace it belongs to. */
                namespaceId?: string;
                /** @description The run or conversation that it belongs to. */
                sessionId?: string;
                /** @description Only what was said or done at this time or later; a date means its midnight in UTC. */
                since?: string;
                /** @description Only what was said or done before this time; a date means its midnight in UTC. */
                until?: string;
                type?: "statement" | "question" | "request" | "preference" | "decision" | "plan" | "fact" | "action" | "finding" | "error" | "error_resolution";
                /** @description Only memories with this tag. */
                tag?: string;
                /** @description `true` lists only what holds, `false` only what a newer memory replaced. */
                current?: "true" | "false";
                /** @description Only of sessions that ended so, by their verdicts; `unknown`: of those without one. */
                outcome?: "success" | "failure" | "unknown";
                /** @description `true` lists only archived memories. */
                archived?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result is in `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["MemoryPage"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    getMemory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example mem_8b3f368d91040606c766f7286f9f48f3 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result is in `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["Memory"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    deleteMemory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example mem_8b3f368d91040606c766f7286f9f48f3 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result is in `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["DeletedMemory"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    getMemoryTimeline: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example mem_8b3f368d91040606c766f7286f9f48f3 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result is in `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["MemoryTimeline"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    restoreMemory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example mem_8b3f368d91040606c766f7286f9f48f3 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result is in `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["Memory"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    listErasures: {
        parameters: {
            query?: {
                /** @description Maximum number of items on a page. */
                limit?: number;
                /** @description `pagination.cursor` of the previous page. Opaque. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result is in `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["ErasurePage"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    startErasure: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["ErasureRequest"];
        responses: {
            /** @description Accepted and stored; the work follows. The receipt is in `data`. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["ErasureReceipt"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    getErasure: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example ers_76b69a71b6c5e98b6b4d2bb5cb2d452e */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result is in `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["Job"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    startExport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["ExportRequest"];
        responses: {
            /** @description Accepted and stored; the work follows. The receipt is in `data`. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["ExportReceipt"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    getExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example xpt_76b69a71b6c5e98b6b4d2bb5cb2d452e */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Lines, each a JSON object with a line break behind it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["ExportLine"];
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /**
                 * @description Maximum number of items on a page.
                 * @example 1
                 */
                limit?: number;
                /** @description `pagination.cursor` of the previous page. Opaque. */
                cursor?: string;
                /** @description The agent that it belongs to. */
                agentId?: string;
                /** @description The end user that it is about. */
                userId?: string;
                /** @description The namespace it belongs to. */
                namespaceId?: string;
                /**
                 * @description The run or conversation that it belongs to.
                 * @example standup-42
                 */
                sessionId?: string;
                /** @description Only what was said or done at this time or later; a date means its midnight in UTC. */
                since?: string;
                /** @description Only what was said or done before this time; a date means its midnight in UTC. */
                until?: string;
                type?: "message" | "tool_call" | "tool_result" | "file_edit" | "test_run" | "command_exec" | "browser_action" | "api_result";
                /** @description Only events with this tag. */
                tag?: string;
                /** @description Only of sessions that ended so, by their verdicts; `unknown`: of those without one. */
                outcome?: "success" | "failure" | "unknown";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result is in `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["EventPage"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    getEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example evt_b057b47eae1de0f0b20326202c0dbd25 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result is in `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["Event"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    listSessions: {
        parameters: {
            query?: {
                /** @description Maximum number of items on a page. */
                limit?: number;
                /** @description `pagination.cursor` of the previous page. Opaque. */
                cursor?: string;
                /**
                 * @description The agent that it belongs to.
                 * @example support
                 */
                agentId?: string;
                /** @description The namespace it belongs to. */
                namespaceId?: string;
                /** @description The run or conversation that it belongs to. */
                sessionId?: string;
                /**
                 * @description Only of sessions that ended so, by their verdicts; `unknown`: of those without one.
                 * @example success
                 */
                outcome?: "success" | "failure" | "unknown";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result is in `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["LearnedSessionPage"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    getUsageMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result is in `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["Usage"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    getUsageSeries: {
        parameters: {
            query?: {
                /**
                 * @description What one point covers. Days begin at midnight UTC.
                 * @example hour
                 */
                bucket?: "hour" | "day";
                /**
                 * @description How many points. The last one is the current hour or day.
                 * @example 2
                 */
                last?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result is in `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["UsageSeries"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    registerAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["RegisterRequest"];
        responses: {
            /** @description Created. The new resource is in `data`. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["Session"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    logIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["LoginRequest"];
        responses: {
            /** @description The result is in `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["Session"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["ChangePasswordRequest"];
        responses: {
            /** @description The result is in `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["Session"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    logOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["LogOutRequest"];
        responses: {
            /** @description The result is in `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["EndedSessions"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    resetPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["ResetPasswordRequest"];
        responses: {
            /** @description The result is in `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["ChangedPassword"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                /** @description Maximum number of items on a page. */
                limit?: number;
                /** @description `pagination.cursor` of the previous page. Opaque. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result is in `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["ApiKeyPage"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["CreateApiKeyRequest"];
        responses: {
            /** @description Created. The new resource is in `data`. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["CreatedApiKey"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example key_WaNcdgrvT2RXD5WE */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result is in `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["RevokedApiKey"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    listSecretRules: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result is in `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["SecretRuleList"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    updateSecretRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example github */
                ruleId: string;
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["UpdateSecretRuleRequest"];
        responses: {
            /** @description The result is in `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["SecretRule"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    listVaults: {
        parameters: {
            query?: {
                /** @description Maximum number of items on a page. */
                limit?: number;
                /** @description `pagination.cursor` of the previous page. Opaque. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result is in `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["VaultPage"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    createVault: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["CreateVaultRequest"];
        responses: {
            /** @description Created. The new resource is in `data`. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["Vault"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    listVaultItems: {
        parameters: {
            query?: {
                /** @description Maximum number of items on a page. */
                limit?: number;
                /** @description `pagination.cursor` of the previous page. Opaque. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @example vlt_7d1f0a9c3b5e48d6a2c4e6f8091b3d5f */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result is in `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["VaultItemPage"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    createVaultItem: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example vlt_7d1f0a9c3b5e48d6a2c4e6f8091b3d5f */
                id: string;
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["CreateVaultItemRequest"];
        responses: {
            /** @description Created. The new resource is in `data`. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["VaultItem"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    revealVaultItem: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example vlt_7d1f0a9c3b5e48d6a2c4e6f8091b3d5f */
                id: string;
                /** @example itm_1c3e5a7f9b2d4c6e8f0a1b3d5c7e9f02 */
                itemId: string;
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["RevealVaultItemRequest"];
        responses: {
            /** @description The result is in `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["RevealedSecret"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    listVaultAudit: {
        parameters: {
            query?: {
                /**
                 * @description Maximum number of items on a page.
                 * @example 1
                 */
                limit?: number;
                /** @description `pagination.cursor` of the previous page. Opaque. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @example vlt_7d1f0a9c3b5e48d6a2c4e6f8091b3d5f */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result is in `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["VaultAuditPage"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    listOrganizations: {
        parameters: {
            query?: {
                /** @description Maximum number of items on a page. */
                limit?: number;
                /** @description `pagination.cursor` of the previous page. Opaque. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result is in `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["OrganizationPage"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    createOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["CreateOrganizationRequest"];
        responses: {
            /** @description Created. The new resource is in `data`. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["Organization"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    getOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example org_5b0c1f8a6d7e49c2a3b4d5e6f7081920 */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result is in `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["Organization"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    updateOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example org_5b0c1f8a6d7e49c2a3b4d5e6f7081920 */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["UpdateOrganizationRequest"];
        responses: {
            /** @description The result is in `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["Organization"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    listLifecyclePolicies: {
        parameters: {
            query?: {
                /** @description Maximum number of items on a page. */
                limit?: number;
                /** @description `pagination.cursor` of the previous page. Opaque. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @example org_5b0c1f8a6d7e49c2a3b4d5e6f7081920 */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result is in `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["LifecyclePolicyPage"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    createLifecyclePolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example org_5b0c1f8a6d7e49c2a3b4d5e6f7081920 */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["CreateLifecyclePolicyRequest"];
        responses: {
            /** @description Created. The new resource is in `data`. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["LifecyclePolicy"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    deleteLifecyclePolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example org_5b0c1f8a6d7e49c2a3b4d5e6f7081920 */
                orgId: string;
                /** @example lcp_3d5e7f90a1b2c3d4e5f60718293a4b5c */
                policyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result is in `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["DeletedLifecyclePolicy"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    updateLifecyclePolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example org_5b0c1f8a6d7e49c2a3b4d5e6f7081920 */
                orgId: string;
                /** @example lcp_3d5e7f90a1b2c3d4e5f60718293a4b5c */
                policyId: string;
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["UpdateLifecyclePolicyRequest"];
        responses: {
            /** @description The result is in `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["LifecyclePolicy"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    previewLifecyclePolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example org_5b0c1f8a6d7e49c2a3b4d5e6f7081920 */
                orgId: string;
                /** @example lcp_3d5e7f90a1b2c3d4e5f60718293a4b5c */
                policyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result is in `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["LifecyclePreview"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    previewLifecycleChange: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example org_5b0c1f8a6d7e49c2a3b4d5e6f7081920 */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["PreviewLifecycleChangeRequest"];
        responses: {
            /** @description The result is in `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["LifecyclePreview"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    listTeams: {
        parameters: {
            query?: {
                /** @description Maximum number of items on a page. */
                limit?: number;
                /** @description `pagination.cursor` of the previous page. Opaque. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @example org_5b0c1f8a6d7e49c2a3b4d5e6f7081920 */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result is in `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["TeamPage"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    createTeam: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example org_5b0c1f8a6d7e49c2a3b4d5e6f7081920 */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["CreateTeamRequest"];
        responses: {
            /** @description Created. The new resource is in `data`. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["Team"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    getTeam: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example org_5b0c1f8a6d7e49c2a3b4d5e6f7081920 */
                orgId: string;
                /** @example team_41d0c3b5a7984e6f8a9b0c1d2e3f4051 */
                teamId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result is in `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["TeamDetail"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    deleteTeam: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example org_5b0c1f8a6d7e49c2a3b4d5e6f7081920 */
                orgId: string;
                /** @example team_41d0c3b5a7984e6f8a9b0c1d2e3f4051 */
                teamId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result is in `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["DeletedTeam"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    updateTeam: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example org_5b0c1f8a6d7e49c2a3b4d5e6f7081920 */
                orgId: string;
                /** @example team_41d0c3b5a7984e6f8a9b0c1d2e3f4051 */
                teamId: string;
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["UpdateTeamRequest"];
        responses: {
            /** @description The result is in `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["Team"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    inviteMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example org_5b0c1f8a6d7e49c2a3b4d5e6f7081920 */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["InviteMemberRequest"];
        responses: {
            /** @description Created. The new resource is in `data`. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["Invitation"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    listMembers: {
        parameters: {
            query?: {
                /** @description Maximum number of items on a page. */
                limit?: number;
                /** @description `pagination.cursor` of the previous page. Opaque. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @example org_5b0c1f8a6d7e49c2a3b4d5e6f7081920 */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result is in `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["MemberPage"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    removeMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example org_5b0c1f8a6d7e49c2a3b4d5e6f7081920 */
                orgId: string;
                /** @example mbr_9c8b7a6958473625140312f0e1d2c3b4 */
                memberId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result is in `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["RemovedMember"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    updateMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example org_5b0c1f8a6d7e49c2a3b4d5e6f7081920 */
                orgId: string;
                /** @example mbr_9c8b7a6958473625140312f0e1d2c3b4 */
                memberId: string;
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["UpdateMemberRequest"];
        responses: {
            /** @description The result is in `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["Member"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    issuePasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example org_5b0c1f8a6d7e49c2a3b4d5e6f7081920 */
                orgId: string;
                /** @example mbr_9c8b7a6958473625140312f0e1d2c3b4 */
                memberId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created. The new resource is in `data`. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["PasswordReset"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["AcceptInvitationRequest"];
        responses: {
            /** @description The result is in `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["AcceptedInvitation"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    listAgents: {
        parameters: {
            query?: {
                /** @description Maximum number of items on a page. */
                limit?: number;
                /** @description `pagination.cursor` of the previous page. Opaque. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @example org_5b0c1f8a6d7e49c2a3b4d5e6f7081920 */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result is in `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["AgentPage"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    createAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example org_5b0c1f8a6d7e49c2a3b4d5e6f7081920 */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["CreateAgentRequest"];
        responses: {
            /** @description Created. The new resource is in `data`. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["Agent"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    deleteAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example org_5b0c1f8a6d7e49c2a3b4d5e6f7081920 */
                orgId: string;
                /** @example agt_7c6d5e4f3a2b41908f7e6d5c4b3a2918 */
                agentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result is in `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["DeletedAgent"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    updateAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example org_5b0c1f8a6d7e49c2a3b4d5e6f7081920 */
                orgId: string;
                /** @example agt_7c6d5e4f3a2b41908f7e6d5c4b3a2918 */
                agentId: string;
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["UpdateAgentRequest"];
        responses: {
            /** @description The result is in `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["Agent"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    listNamespaces: {
        parameters: {
            query?: {
                /** @description Maximum number of items on a page. */
                limit?: number;
                /** @description `pagination.cursor` of the previous page. Opaque. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @example org_5b0c1f8a6d7e49c2a3b4d5e6f7081920 */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result is in `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["NamespacePage"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    createNamespace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example org_5b0c1f8a6d7e49c2a3b4d5e6f7081920 */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["CreateNamespaceRequest"];
        responses: {
            /** @description Created. The new resource is in `data`. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["Namespace"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    updateNamespace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example org_5b0c1f8a6d7e49c2a3b4d5e6f7081920 */
                orgId: string;
                /** @example nsp_2f1e0d9c8b7a46958f4e3d2c1b0a9988 */
                namespaceId: string;
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["UpdateNamespaceRequest"];
        responses: {
            /** @description The result is in `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["Namespace"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    listPolicies: {
        parameters: {
            query?: {
                /** @description Maximum number of items on a page. */
                limit?: number;
                /** @description `pagination.cursor` of the previous page. Opaque. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @example org_5b0c1f8a6d7e49c2a3b4d5e6f7081920 */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result is in `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["PolicyPage"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    createPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example org_5b0c1f8a6d7e49c2a3b4d5e6f7081920 */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["CreatePolicyRequest"];
        responses: {
            /** @description Created. The new resource is in `data`. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["Policy"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    deletePolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example org_5b0c1f8a6d7e49c2a3b4d5e6f7081920 */
                orgId: string;
                /** @example pol_7a6b5c4d3e2f41009f8e7d6c5b4a3928 */
                policyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result is in `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["DeletedPolicy"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    updatePolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example org_5b0c1f8a6d7e49c2a3b4d5e6f7081920 */
                orgId: string;
                /** @example pol_7a6b5c4d3e2f41009f8e7d6c5b4a3928 */
                policyId: string;
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["UpdatePolicyRequest"];
        responses: {
            /** @description The result is in `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["Policy"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    evaluatePolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example org_5b0c1f8a6d7e49c2a3b4d5e6f7081920 */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["EvaluatePolicyRequest"];
        responses: {
            /** @description The result is in `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["PolicyEvaluation"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    listAudit: {
        parameters: {
            query?: {
                /** @description Maximum number of items on a page. */
                limit?: number;
                /** @description `pagination.cursor` of the previous page. Opaque. */
                cursor?: string;
                /** @description Such as `policy.update`. */
                action?: string;
                /** @description The id of the user or API key that acted. */
                actorId?: string;
                /**
                 * @description Such as `policy`: the first part of `action`.
                 * @example team
                 */
                resourceType?: string;
                /** @description Start of the range, inclusive. A date means its midnight in UTC. */
                startDate?: string;
                /** @description End of the range, exclusive; later than `startDate`. A date means its midnight in UTC. */
                endDate?: string;
            };
            header?: never;
            path: {
                /** @example org_5b0c1f8a6d7e49c2a3b4d5e6f7081920 */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result is in `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["AuditPage"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    listAccessLogs: {
        parameters: {
            query?: {
                /** @description Maximum number of items on a page. */
                limit?: number;
                /** @description `pagination.cursor` of the previous page. Opaque. */
                cursor?: string;
                /**
                 * @description The memory that was returned.
                 * @example mem_8b3f368d91040606c766f7286f9f48f3
                 */
                memoryId?: string;
                /** @description The id of the user or API key that received it. */
                actorId?: string;
                /** @description The agent that the API key is bound to. */
                agentId?: string;
                /** @description The operation that returned it. */
                action?: "synthesize" | "list" | "read" | "lineage";
                /** @description Start of the range, inclusive. A date means its midnight in UTC. */
                startDate?: string;
                /** @description End of the range, exclusive; later than `startDate`. A date means its midnight in UTC. */
                endDate?: string;
            };
            header?: never;
            path: {
                /** @example org_5b0c1f8a6d7e49c2a3b4d5e6f7081920 */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result is in `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["AccessPage"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    getLineage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example org_5b0c1f8a6d7e49c2a3b4d5e6f7081920 */
                orgId: string;
                /** @example mem_50fb0c0cc481d90067179fdb4c30adbc */
                memoryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result is in `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["Lineage"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    getLineageGraph: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example org_5b0c1f8a6d7e49c2a3b4d5e6f7081920 */
                orgId: string;
                /** @example mem_50fb0c0cc481d90067179fdb4c30adbc */
                memoryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result is in `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["LineageGraph"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All subsystems are healthy. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        data: components["schemas"]["Health"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    probe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All subsystems are healthy. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FlatHealth"];
                };
            };
        };
    };
    readKeySet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys in use. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JsonWebKeySet"];
                };
            };
        };
    };
    readDocument: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        openapi: "3.1.1";
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description It has not changed. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readReference: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description It has not changed. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
