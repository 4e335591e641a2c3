/** The first page of the reference, in Markdown. */
export const INTRODUCTION = `
Strata captures what AI agents do, compiles it into memories and reusable knowledge, and returns the context that answers
a question within a token budget.

## Authentication

Every call except registration, login and the service's own pages needs \`Authorization: Bearer <credential>\`. Only the
credential decides the tenant.

- **API keys** (\`strata_live_…\`, \`strata_test_…\`) are for programs. A key has scopes: \`read\` reads and synthesizes, \`write\`
  captures and learns, \`admin\` does both and deletes. A test key has an environment of its own, with separate data and quotas.
- **Tokens** are for users. They come from login, or from an identity provider that the deployment trusts. Only a token can
  manage API keys and organizations. A token is for one tenant and has every scope there, or only \`read\` if all roles of the
  user are viewer or analyst.

## Requests and responses

Bodies are JSON in UTF-8, uncompressed. An unknown field or query parameter is rejected by name. Times are ISO 8601 with an
offset; in responses they are in UTC. A response is

\`\`\`json
{
  "ok": true,
  "data": {…},
  "meta": {"requestId": "req_…", "tenantId": "ten_…", "durationMs": 3.46}
}
\`\`\`

and may gain fields. If you send \`X-Request-Id\`, it is the request's id in the response and in the logs.

## Errors

\`\`\`json
{
  "ok": false,
  "error": {
    "code": "validation_error",
    "message": "sessionId is required",
    "details": [{"field": "sessionId", "message": "is required"}]
  },
  "meta": {"requestId": "req_…", "tenantId": "ten_…", "durationMs": 0.4}
}
\`\`\`

Decide by \`code\`; \`message\` is for people. An invalid request is a 400, or a 422 on capture calls. A resource of another
tenant is a 404. A method that a path does not have is a 405 with \`Allow\`. A request that is not valid HTTP, or has two \`Host\` headers, is a 400, 408 or
431 in the same envelope.

## Limits

Requests are counted per credential and per tenant, in windows of a minute. \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and
\`X-RateLimit-Reset\` describe the tighter of the two limits; a burst beyond it is admitted. After that the response is a 429
\`rate_limited\` with \`Retry-After\` in seconds, and so is a capture beyond the plan's events of the month. Requests without a
valid credential are counted per address.

## Retries

A 429 or 503 has the time of the next attempt in \`Retry-After\`. Calls that read, delete, synthesize or give feedback can be
repeated as they are. A capture that got a 503, or no response, may have been stored: with an \`idempotencyKey\` it can be repeated safely.

## Paging

Lists take \`limit\` and \`cursor\`. The \`pagination.cursor\` of a page leads to the next one, stays valid while rows are added, and
is null on the last page. Artifacts are paged by \`limit\` and \`offset\`.

## Generated clients

\`openapi-typescript\` and \`@hey-api/openapi-ts\` generate TypeScript clients from this document with their default settings.
`.trim();
