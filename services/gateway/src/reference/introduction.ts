/** What holds for every operation, in Markdown: the first page of the reference. */
export const INTRODUCTION = `
Strata takes in what AI agents do, compiles it into memories and into knowledge that can be acted on, and hands back
the context that fits a question and a token budget.

## Authentication

Every call but registration, login and the service's own pages carries \`Authorization: Bearer <credential>\`. The tenant
comes from the credential alone.

- **API keys** (\`strata_live_…\`, \`strata_test_…\`) are for programs. A key has scopes: \`read\` reads and synthesizes, \`write\`
  captures and learns, \`admin\` does both and deletes. A test key works on a partition of its own, with data and quotas of
  its own.
- **Tokens** are for users: the one that login answers, or one of an identity provider that the deployment trusts. Keys and
  organizations are managed with a token alone. A token is for one tenant and has every scope there, but \`read\` alone
  where the user is nothing more than a viewer or analyst.

## Requests and answers

Bodies are JSON in UTF-8, uncompressed. A field or a query parameter that is not known is refused by name. Times are ISO 8601
with an offset; answers give them in UTC. Answers are

\`\`\`json
{
  "ok": true,
  "data": {…},
  "meta": {"requestId": "req_…", "tenantId": "ten_…", "durationMs": 3.46}
}
\`\`\`

and may gain fields. \`X-Request-Id\` is kept when it is sent, and finds the request in the logs.

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

Decide by \`code\`; \`message\` is for people. An invalid request is a 400, at the capture calls a 422. What another tenant
owns is a 404. A method that a path does not have is a 405 with \`Allow\`. What is no HTTP at all is a 400, 408 or 431 in the
same envelope.

## Limits

Requests are counted per credential and per tenant, in windows of a minute. \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and
\`X-RateLimit-Reset\` say what the tighter of both leaves; a burst beyond it is let through. After that the answer is a 429
\`rate_limited\` with \`Retry-After\` in seconds. Captures beyond the events of a month that the plan has are refused in the same
way. Who shows no valid credential is counted by address.

## Retries

A 429 or 503 says in \`Retry-After\` when to come back. Reading, deleting and synthesizing can be repeated as they are; a capture
can when its event has an \`idempotencyKey\`.

## Paging

Lists take \`limit\` and \`cursor\`. \`pagination.cursor\` of one page asks for the next and stays valid while rows are added; it
is null on the last one. Artifacts are paged by \`limit\` and \`offset\`.
`.trim();
