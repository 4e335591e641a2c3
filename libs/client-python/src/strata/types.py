# Written by `npm run python-client` from docs/openapi.json. Do not edit.

"""What requests and responses look like: the JSON of the interface."""

from __future__ import annotations

from typing import Any, Literal, TypedDict, Union

JsonObject = dict[str, Any]

JsonValue = Any

EventMetadata = JsonObject

ExportLine = Union["ExportLineExport", "ExportLineEvent", "ExportLineMemory", "ExportLineArtifact", "ExportLineVariant5"]


class _EventInput(TypedDict):
    type: Literal["message", "tool_call", "tool_result", "file_edit", "test_run", "command_exec", "browser_action", "api_result"]
    # The run or conversation that it belongs to.
    sessionId: str
    payload: JsonObject


class EventInput(_EventInput, total=False):
    """An event as a client sends it, at most 256 KiB of JSON."""

    metadata: EventMetadata
    # Makes a retry safe: the same key means the same event. A different event with the same key is a 409. A key
    # counts within the namespace of the event and, for an API key that is bound to an agent, within that agent.
    idempotencyKey: str


# Every named attribute must match. A single value is short for `equals`, a list is short for `in`. If an attribute
# has several actual values (teams, tags), one match is enough; `notIn` holds if no actual value is listed, also if
# there is no actual value. `gte` and `lte` go by rank for roles, from viewer to owner, and by openness for
# sensitivity, from public to restricted; a time of day (`09:30`) is UTC.
PolicyConditions = TypedDict(
    "PolicyConditions",
    {
        "principal.id": Union["str", "list[str]", "PolicyConditionsPrincipalId"],
        "principal.role": Union["Literal['owner', 'admin', 'manager', 'developer', 'analyst', 'viewer']", "list[Literal['owner', 'admin', 'manager', 'developer', 'analyst', 'viewer']]", "PolicyConditionsPrincipalRole"],
        "principal.teamIds": Union["str", "list[str]", "PolicyConditionsPrincipalTeamIds"],
        "agent.id": Union["str", "list[str]", "PolicyConditionsAgentId"],
        "resource.sensitivity": Union["Literal['public', 'internal', 'confidential', 'restricted']", "list[Literal['public', 'internal', 'confidential', 'restricted']]", "PolicyConditionsResourceSensitivity"],
        "resource.tags": Union["str", "list[str]", "PolicyConditionsResourceTags"],
        "environment": Union["Literal['live', 'test']", "list[Literal['live', 'test']]", "PolicyConditionsEnvironment"],
        "time": Union["str", "list[str]", "PolicyConditionsTime"],
    },
    total=False,
)


PolicyConditionsPrincipalId = TypedDict(
    "PolicyConditionsPrincipalId",
    {
        "equals": str,
        "in": "list[str]",
        "notIn": "list[str]",
        "gte": str,
        "lte": str,
    },
    total=False,
)


PolicyConditionsPrincipalRole = TypedDict(
    "PolicyConditionsPrincipalRole",
    {
        "equals": "Literal['owner', 'admin', 'manager', 'developer', 'analyst', 'viewer']",
        "in": "list[Literal['owner', 'admin', 'manager', 'developer', 'analyst', 'viewer']]",
        "notIn": "list[Literal['owner', 'admin', 'manager', 'developer', 'analyst', 'viewer']]",
        "gte": "Literal['owner', 'admin', 'manager', 'developer', 'analyst', 'viewer']",
        "lte": "Literal['owner', 'admin', 'manager', 'developer', 'analyst', 'viewer']",
    },
    total=False,
)


PolicyConditionsPrincipalTeamIds = TypedDict(
    "PolicyConditionsPrincipalTeamIds",
    {
        "equals": str,
        "in": "list[str]",
        "notIn": "list[str]",
        "gte": str,
        "lte": str,
    },
    total=False,
)


PolicyConditionsAgentId = TypedDict(
    "PolicyConditionsAgentId",
    {
        "equals": str,
        "in": "list[str]",
        "notIn": "list[str]",
        "gte": str,
        "lte": str,
    },
    total=False,
)


PolicyConditionsResourceSensitivity = TypedDict(
    "PolicyConditionsResourceSensitivity",
    {
        "equals": "Literal['public', 'internal', 'confidential', 'restricted']",
        "in": "list[Literal['public', 'internal', 'confidential', 'restricted']]",
        "notIn": "list[Literal['public', 'internal', 'confidential', 'restricted']]",
        "gte": "Literal['public', 'internal', 'confidential', 'restricted']",
        "lte": "Literal['public', 'internal', 'confidential', 'restricted']",
    },
    total=False,
)


PolicyConditionsResourceTags = TypedDict(
    "PolicyConditionsResourceTags",
    {
        "equals": str,
        "in": "list[str]",
        "notIn": "list[str]",
        "gte": str,
        "lte": str,
    },
    total=False,
)


PolicyConditionsEnvironment = TypedDict(
    "PolicyConditionsEnvironment",
    {
        "equals": "Literal['live', 'test']",
        "in": "list[Literal['live', 'test']]",
        "notIn": "list[Literal['live', 'test']]",
        "gte": "Literal['live', 'test']",
        "lte": "Literal['live', 'test']",
    },
    total=False,
)


PolicyConditionsTime = TypedDict(
    "PolicyConditionsTime",
    {
        "equals": str,
        "in": "list[str]",
        "notIn": "list[str]",
        "gte": str,
        "lte": str,
    },
    total=False,
)


class _CaptureReceipt(TypedDict):
    jobId: str
    eventId: str
    status: Literal["queued"]


class CaptureReceipt(_CaptureReceipt, total=False):
    """The captured event, and the job that stores it."""

    # The key that was sent.
    idempotencyKey: str


class _Meta(TypedDict):
    # Identifies the request in the service's logs. Equal to the header `X-Request-Id`.
    requestId: str
    # Milliseconds from the arrival of the request.
    durationMs: float


class Meta(_Meta, total=False):
    """Facts about the request."""

    # The tenant of the credential, if there is one.
    tenantId: str


class ErrorResponse(TypedDict):
    """The envelope of every error."""

    ok: Literal[False]
    error: Error
    meta: Meta


class _Error(TypedDict):
    # Stable: programs should decide by it.
    code: Literal["validation_error", "unauthorized", "forbidden", "not_found", "conflict", "gone", "payload_too_large", "unsupported_media_type", "rate_limited", "internal_error", "unavailable"]
    # For a human reader; may change.
    message: str


class Error(_Error, total=False):
    """An error."""

    # The invalid fields, at most 20.
    details: list[ErrorDetailsItem]


class ErrorDetailsItem(TypedDict):
    # Dotted path into the request, such as `events.3.payload`.
    field: str
    message: str


class BatchReceipt(TypedDict):
    """The accepted and rejected events, by position."""

    # The id of a job: `GET /v1/jobs/{id}` is `completed` when the whole batch is stored.
    batchId: str
    # The number of accepted events.
    queued: int
    # The number of rejected events.
    errors: int
    total: int
    # By position; null for a rejected event.
    eventIds: list[str | None]
    errorDetails: list[BatchReceiptErrorDetailsItem]


class BatchReceiptErrorDetailsItem(TypedDict):
    # Position in `events`, from 0.
    index: int
    code: Literal["validation_error", "unauthorized", "forbidden", "not_found", "conflict", "gone", "payload_too_large", "unsupported_media_type", "rate_limited", "internal_error", "unavailable"]
    message: str
    details: list[BatchReceiptErrorDetailsItemDetailsItem]


class BatchReceiptErrorDetailsItemDetailsItem(TypedDict):
    field: str
    message: str


class ExportTraceServiceResponse(TypedDict, total=False):
    """As OTLP defines it."""

    # Absent if everything was captured.
    partialSuccess: ExportTraceServiceResponsePartialSuccess


class ExportTraceServiceResponsePartialSuccess(TypedDict):
    """Absent if everything was captured."""

    # The number of spans, as a text.
    rejectedSpans: str
    errorMessage: str


class LearnReceipt(TypedDict):
    """The job that was queued."""

    jobId: str
    # `queued`; after a wait, the status of the job at its end, or the present one if the job goes on.
    status: Literal["queued", "active", "completed", "failed"]


class JobPage(TypedDict):
    """One page of jobs."""

    items: list[Job]
    pagination: Pagination


class Job(TypedDict):
    """A capture, a batch, a learn job, an erasure or an export."""

    id: str
    type: Literal["capture", "learn", "erasure", "export"]
    # A learn job is `completed` once its results can be found.
    status: Literal["queued", "active", "completed", "failed"]
    progress: JobProgress
    # The result of a completed job.
    result: JsonObject | None
    # The reason of a failed job, else null.
    error: JobError | None
    createdAt: str | None
    startedAt: str | None
    finishedAt: str | None


class JobProgress(TypedDict):
    stage: str
    processed: int
    # Null while the amount of work is unknown.
    total: int | None


class JobError(TypedDict):
    code: str
    message: str


class Pagination(TypedDict):
    """How to read the next page."""

    hasMore: bool
    # The cursor of the next page; null on the last one.
    cursor: str | None
    # The number of matches on all pages. Lists of events, memories and sessions count them for the first page, and
    # repeat that number on the others.
    total: int


class LearnSettings(TypedDict):
    """How the sessions of a tenant are compiled without a request."""

    # Whether the tenant wants it; true unless it was turned off.
    isAutomatic: bool
    # Whether it happens: the tenant wants it, and the service offers it.
    isActive: bool
    # Seconds without a new event until a session is compiled.
    silenceSeconds: float
    # New events with which a session is compiled even if it goes on.
    newEvents: int


class _ContextPack(TypedDict):
    # Names this pack in `POST /v1/feedback`.
    packId: str
    # In the order to read them. Empty with the format `text`.
    sections: list[Section]
    # Never more than `maxTokens`.
    totalTokens: int
    query: str
    contextPack: ContextPackContextPack


class ContextPack(_ContextPack, total=False):
    """The context that fits the query and the token budget."""

    # With the format `text` or `both`: the sections as Markdown, in an element that says that they are data. Empty
    # without sections.
    text: str
    # With `explain`: at most 100 entries that match the query and were left out.
    excluded: list[ContextPackExcludedItem]


class ContextPackContextPack(TypedDict):
    entries: int
    estimatedTokens: int
    maxTokens: int


class _ContextPackExcludedItem(TypedDict):
    # The id of the memory, artifact or event.
    source: str
    reason: Literal["over_budget", "near_duplicate", "low_relevance", "other_subject", "filtered"]


class ContextPackExcludedItem(_ContextPackExcludedItem, total=False):
    # Its text, cut to what says most about the query. Absent from what names another customer.
    content: str
    # As of a section. Absent from `filtered` entries, which are not ranked.
    score: ContextPackExcludedItemScore


class ContextPackExcludedItemScore(TypedDict):
    """As of a section. Absent from `filtered` entries, which are not ranked."""

    # The score by which it was ranked in its lane. Scores of different lanes do not compare.
    total: float
    # What each ranking arm gave; `…Factor` multiplies the sum of the others. `total` is what all of it comes to,
    # the same as beside `parts`.
    parts: dict[str, float]
    # The share of each ranking arm in the score. Sums to 1; factors have none.
    shares: dict[str, float]


class _Section(TypedDict):
    # An event is what was captured and is not learned yet, or gave no memory of its own.
    type: Literal["memory", "artifact", "event"]
    # The text to put into a prompt.
    content: str
    # The id of the memory, artifact or event.
    source: str


class Section(_Section, total=False):
    """A memory, an artifact or an event that is not learned yet, as text for a prompt."""

    # On memories and events: 0 to 1, moved by feedback.
    confidence: float
    # When it was said or done; of an artifact, when it was compiled.
    at: str
    # Of a memory that a newer one replaced: when it stopped holding. Absent while it holds.
    validTo: str
    # The agent that it belongs to.
    agentId: str | None
    # How the runs ended in which it was said; null if no verdict is known, and for artifacts.
    outcome: Literal["success", "failure", "mixed"] | None
    # With `explain`: the part of the pack that it stands in.
    lane: Literal["instruction", "guide", "fix", "evidence"]
    # With `explain`: the parts of the score.
    score: SectionScore


class SectionScore(TypedDict):
    """With `explain`: the parts of the score."""

    # The score by which it was ranked in its lane. Scores of different lanes do not compare.
    total: float
    # What each ranking arm gave; `…Factor` multiplies the sum of the others. `total` is what all of it comes to,
    # the same as beside `parts`.
    parts: dict[str, float]
    # The share of each ranking arm in the score. Sums to 1; factors have none.
    shares: dict[str, float]


class FeedbackReceipt(TypedDict):
    """The feedback is stored."""

    packId: str
    status: Literal["recorded"]
    # For how many sources this vote counts. A source does not count again for the same pack, nor with `neutral`.
    counted: int


class ArtifactPage(TypedDict):
    """One page of artifacts."""

    items: list[Artifact]
    # The number of matches on all pages.
    total: int
    limit: int
    offset: int
    hasMore: bool


class Artifact(TypedDict):
    """Compiled knowledge with its evidence."""

    id: str
    # Determines the shape of `content`.
    type: Literal["task_schema", "failure_playbook", "causal_pattern", "decision_policy"]
    title: str
    # Grows by one whenever new evidence changes the content.
    version: int
    # Its size in o200k tokens.
    tokenCount: int
    # False if no pack shows it: its evidence no longer supports it, or it was switched off.
    isActive: bool
    compiledAt: str
    createdAt: str
    content: TaskSchema | FailurePlaybook | CausalPattern | DecisionPolicy
    # Ids of events that show it, at most 200.
    sourceEvents: list[str]
    # Ids of the memories compiled from those events.
    sourceMemories: list[str]
    # `agentId`, `namespaceId`, `userId` (the end user whom all of its evidence is about; null if there is no such
    # one), `tags`, `sourceSessions` (the number of sessions that it rests on), and `confidence` from 0 to 1: for a
    # task schema, a lower bound of 90 % of its success rate in other tasks.
    metadata: JsonObject
    updatedAt: str
    # Null unless it is switched off. It stays so, whatever is learned, until it is switched on.
    switchedOff: SwitchedOff | None


class TaskSchema(TypedDict):
    """The steps that lead to a goal, from the sessions that reached it."""

    # What these sessions changed, what is not known of them, and the words of their requests.
    goal: str
    # What the user has to give, and what records have to show so that the changes go through.
    preconditions: list[str]
    steps: list[TaskSchemaStepsItem]
    # The success rate to expect of sessions with these steps, estimated from those with a verdict (a statement
    # about the whole session, or a test run); null if none has one.
    successRate: float | None
    # The number of sessions that show it.
    support: int
    # The number of distinct tasks in `support`: sessions with one `metadata.taskId`, or else with nearly equal
    # requests, are one task. 0 if it was compiled before tasks were counted.
    tasks: int
    # The number of distinct known writers of the events behind the figures beside it; 0 if none is known.
    writers: int


class _TaskSchemaStepsItem(TypedDict):
    # The step in a few words.
    action: str
    # Where its arguments come from, and what others did instead.
    description: str


class TaskSchemaStepsItem(_TaskSchemaStepsItem, total=False):
    tool: str
    # Values that vary between sessions are replaced by `<parameter>`.
    arguments: JsonObject
    # True if it is not known to be necessary: successful sessions skipped it, something else gives the same, or too
    # few sessions show it.
    optional: bool
    # The number of sessions in `support` that did it.
    sessions: int


class FailurePlaybook(TypedDict):
    """An error, what fixed it, and what did not. The best recovery comes first."""

    # What fails, and with which error.
    symptom: str
    # The error with variable parts masked, such as `<id>`.
    errorSignature: str
    # How often the error occurred.
    occurrences: int
    # The number of distinct known writers of the events behind the figures beside it; 0 if none is known.
    writers: int
    recovery: list[FailurePlaybookRecoveryItem]
    # Attempts that did not help, each with how often it did.
    avoid: list[str]


class _FailurePlaybookRecoveryItem(TypedDict):
    # What was done, as an instruction.
    action: str
    # The share of attempts after which the failed step worked, however the session ended.
    successRate: float
    # The number of attempts.
    support: int
    # The share of the sessions with the attempt that succeeded in the end; null without a verdict.
    sessionSuccessRate: float | None
    # The number of distinct tasks with the attempt.
    tasks: int
    # The number of distinct sessions with the attempt.
    sessions: int
    # The number of distinct known writers of the events behind the figures beside it; 0 if none is known.
    writers: int


class FailurePlaybookRecoveryItem(_FailurePlaybookRecoveryItem, total=False):
    tool: str
    # Values that vary between sessions are replaced by `<parameter>`.
    arguments: JsonObject


class _CausalPattern(TypedDict):
    cause: str
    effect: str
    # The number of sessions that show it.
    support: int
    # The number of distinct tasks in `support`: sessions with one `metadata.taskId`, or else with nearly equal
    # requests, are one task. 0 if it was compiled before tasks were counted.
    tasks: int
    # The number of distinct known writers of the events behind the figures beside it; 0 if none is known.
    writers: int
    # The share of the compared sessions with the cause that have the effect. Sessions are compared within a task or
    # a goal.
    confidence: float
    # How many times more frequent the effect is after the cause than in all compared sessions.
    lift: float
    # After correction for the number of pairs compared.
    pValue: float
    # Compared sessions with the cause and without the effect.
    counterExamples: int


class CausalPattern(_CausalPattern, total=False):
    """A cause after which an effect is more frequent than by chance. A correlation, not a proof."""

    # The sessions behind `lift` and `pValue`: those that could be compared with others of the same task or goal.
    cells: CausalPatternCells


class CausalPatternCells(TypedDict):
    """The sessions behind `lift` and `pValue`: those that could be compared with others of the same task or goal.
    """

    # With the cause, then the effect.
    both: int
    # With the cause, and without the effect after it.
    causeOnly: int
    # Without the cause, with the effect.
    effectOnly: int
    neither: int


class DecisionPolicy(TypedDict):
    """What to do in a situation: a choice that ended better than others for the same task or goal, what a record has
    to show before it is changed (a precondition), a rule that assistants or tools stated, or which change requests
    end in.
    """

    # When it applies.
    situation: str
    # What to do then.
    decision: str
    # Other choices that ended worse. Empty for all policies but choices.
    alternatives: list[DecisionPolicyAlternativesItem]
    # What it rests on, with figures, and what is uncertain.
    rationale: str
    # How sure it is: that the choice is better beyond chance; for a precondition a lower bound of 90 % of the share
    # of tasks in which it held; for a stated rule how sure it is that sessions with it end better, or that tools
    # enforce it; for what requests end in, a lower bound of 90 % of the share of tasks with such requests that came
    # to it.
    confidence: float
    # The number of sessions that show it; for a precondition, of calls.
    support: int
    # The number of distinct tasks in `support`: sessions with one `metadata.taskId`, or else with nearly equal
    # requests, are one task. 0 if it was compiled before tasks were counted.
    tasks: int
    # The number of distinct known writers of the events behind the figures beside it; 0 if none is known.
    writers: int
    # Ids of events that do not fit the policy, at most 20.
    exceptions: list[str]


class DecisionPolicyAlternativesItem(TypedDict):
    decision: str
    # The share of the sessions in `support` that succeeded, by their verdicts.
    successRate: float
    # The number of sessions that show it.
    support: int
    # The number of distinct known writers of the events behind the figures beside it; 0 if none is known.
    writers: int


class SwitchedOff(TypedDict):
    """Who switched an artifact off, when and why."""

    at: str
    by: Writer
    # In their words; null without one, or if evidence was deleted since.
    reason: str | None


class Writer(TypedDict):
    """Who is accountable for what was captured or changed."""

    # The user who signed in or owns the API key, or else the service key.
    actorId: str
    actorType: Literal["user", "api_key", "system"]
    # The API key that was used; null for a token.
    keyId: str | None


class ArtifactVersionPage(TypedDict):
    """One page of the versions of an artifact."""

    items: list[ArtifactVersion]
    pagination: Pagination


class ArtifactVersion(TypedDict):
    """What an artifact says, or said before its content changed."""

    title: str
    # Grows by one whenever new evidence changes the content.
    version: int
    # Its size in o200k tokens.
    tokenCount: int
    compiledAt: str
    content: TaskSchema | FailurePlaybook | CausalPattern | DecisionPolicy
    confidence: float
    # The number of sessions that it rested on.
    sourceSessions: int
    # When the next version replaced it; null for the present one.
    replacedAt: str | None


class MemoryPage(TypedDict):
    """One page of memories."""

    items: list[Memory]
    pagination: Pagination


class Memory(TypedDict):
    """One thing that was said, decided, found or done."""

    id: str
    kind: Literal["statement", "question", "request", "preference", "decision", "plan", "fact", "action", "finding", "error", "error_resolution"]
    # What was said or done, by whom and when, as text.
    content: str
    tags: list[str]
    agentId: str | None
    namespaceId: str | None
    # The end user whom it is about; null without one.
    userId: str | None
    sessionId: str
    # How the session ended, by its verdict; null if none is known.
    sessionOutcome: Literal["success", "failure"] | None
    speaker: str | None
    importance: float
    confidence: float
    # Its size in o200k tokens.
    tokenCount: int
    # Ids of the events that it was compiled from.
    sourceEvents: list[str]
    # When it started to hold.
    validFrom: str
    # When it stopped holding; null while it holds.
    validTo: str | None
    # The memory that holds now instead of it; null while it holds.
    replacedBy: str | None
    createdAt: str
    updatedAt: str
    # When a lifecycle policy archived it; null if it is not archived.
    archivedAt: str | None


class DeletedMemory(TypedDict):
    """The deleted memory."""

    id: str
    deleted: Literal[True]


class MemoryTimeline(TypedDict):
    """One fact over time: what held, and what replaced it."""

    memoryId: str
    # The memory with what it replaced, and what replaced it: the one that started to hold first comes first.
    memories: list[Memory]
    # There are more than 50: those that are nearest in time are here.
    truncated: bool


class ErasureReceipt(TypedDict):
    """The erasure that was queued."""

    jobId: str
    status: Literal["queued", "active", "completed", "failed"]


class ErasurePage(TypedDict):
    """One page of erasures."""

    items: list[Job]
    pagination: Pagination


class ExportReceipt(TypedDict):
    """The export that was queued."""

    jobId: str
    status: Literal["queued", "active", "completed", "failed"]


class ExportLineExport(TypedDict):
    """The first line."""

    type: Literal["export"]
    id: str
    userId: str
    requestedAt: str


class ExportLineEvent(TypedDict):
    """An event about the end user, in order of arrival."""

    type: Literal["event"]
    event: Event


class ExportLineMemory(TypedDict):
    """A memory of the end user, in the order in which they were compiled; `validTo` is set if it does not hold any
    more.
    """

    type: Literal["memory"]
    memory: Memory


class ExportLineArtifact(TypedDict):
    """An artifact that was compiled from the data of this end user alone."""

    type: Literal["artifact"]
    artifact: Artifact


class ExportLineVariant5(TypedDict):
    """The last line. Without it, the download was cut off."""

    # SHA-256 of all bytes before this line, in hex.
    sha256: str
    # The number of lines before this one.
    lines: int


class Event(TypedDict):
    """A stored event."""

    id: str
    type: Literal["message", "tool_call", "tool_result", "file_edit", "test_run", "command_exec", "browser_action", "api_result"]
    sessionId: str
    agentId: str | None
    namespaceId: str | None
    # The end user whom it is about.
    userId: str | None
    tags: list[str]
    payload: JsonObject
    metadata: JsonObject
    idempotencyKey: str | None
    # When it happened according to the client, else when it arrived.
    occurredAt: str
    receivedAt: str
    # The number of credentials in it that were replaced by `[secret:<kind>:<fingerprint>]`.
    secretsReplaced: int
    # Who captured it, whatever agent it names; null if it was captured before this was recorded.
    writer: Writer | None
    # When it was compiled; null until then.
    learnedAt: str | None


class EventPage(TypedDict):
    """One page of events."""

    items: list[Event]
    pagination: Pagination


class LearnedSessionPage(TypedDict):
    """One page of sessions."""

    items: list[LearnedSession]
    pagination: Pagination


class LearnedSession(TypedDict):
    """The events with one session id, of one agent and namespace, and how they ended."""

    # The `sessionId` of its events.
    id: str
    agentId: str | None
    namespaceId: str | None
    # How the session ended, by its verdict; null if none is known.
    outcome: Literal["success", "failure"] | None
    # When its newest learned event arrived.
    lastEventAt: str


class Usage(TypedDict):
    """What a tenant has used and stored in one environment."""

    plan: str
    period: UsagePeriod
    usage: UsageUsage
    # What is stored.
    totals: UsageTotals
    # What the plan allows in one environment, and what is used of it.
    limits: UsageLimits


class UsagePeriod(TypedDict):
    # Year and month in UTC, such as `2026-05`.
    month: str
    # Date in UTC, such as `2026-05-08`.
    day: str


class UsageUsage(TypedDict):
    eventsThisMonth: int
    # Context packs of today that were answered in time.
    synthesesToday: int
    # Learn jobs of today, requested and automatic.
    compilationsToday: int
    # Those among them without a request.
    automaticCompilationsToday: int
    requestsThisMinute: int


class UsageTotals(TypedDict):
    """What is stored."""

    events: int
    memories: int
    artifacts: int


class UsageLimits(TypedDict):
    """What the plan allows in one environment, and what is used of it."""

    monthlyEvents: UsageLimitsMonthlyEvents
    requestsPerMinute: UsageLimitsRequestsPerMinute


class UsageLimitsMonthlyEvents(TypedDict):
    # Events a month.
    limit: int | None
    # Stored events of this month; null where a policy or a sensitivity can hide some of them from you.
    used: int | None
    # When the next month begins.
    resetsAt: str


class UsageLimitsRequestsPerMinute(TypedDict):
    # Requests a minute of all credentials together.
    limit: int | None
    # Requests a minute of one credential; a key can have a rate of its own.
    perKey: int | None
    # Requests that a minute admits beyond these.
    burst: int | None


class UsageSeries(TypedDict):
    """What happened in a tenant scope over time, oldest first."""

    bucket: Literal["hour", "day"]
    points: list[UsagePoint]


class UsagePoint(TypedDict):
    """What happened in one hour or day."""

    # When the hour or day begins, in UTC.
    at: str
    # By time of arrival.
    eventsCaptured: int
    # Accepted events that could not be stored, by the time when that was found; an operator can replay them. Null
    # where a policy or a sensitivity can hide data from you.
    eventsFailed: int | None
    # Learn jobs that ended in it, without automatic ones that had nothing to do.
    learnJobsCompleted: int
    learnJobsFailed: int
    # New memories.
    memoriesLearned: int
    # New artifacts; a new version of one is not counted.
    artifactsLearned: int
    # Context packs that were answered in time.
    packs: int
    # The tokens of these packs.
    packTokens: int


class Session(TypedDict):
    """A token for one tenant, and its user."""

    user: SessionUser
    tenant: SessionTenant
    # A JWT, to be sent as `Authorization: Bearer <token>`.
    token: str
    tokenType: Literal["Bearer"]
    # Seconds.
    expiresIn: int


class SessionUser(TypedDict):
    id: str
    email: str
    name: str | None


class SessionTenant(TypedDict):
    id: str
    name: str
    plan: str


class EndedSessions(TypedDict):
    """A user whose tokens no longer work."""

    # The user.
    id: str
    loggedOutAt: str


class ChangedPassword(TypedDict):
    """A user with a new password."""

    # The user.
    id: str
    changedAt: str


class CreatedApiKey(TypedDict):
    """A new key with its secret."""

    id: str
    name: str
    # The part of the key that is not secret.
    prefix: str
    scopes: list[Literal["read", "write", "admin"]]
    environment: Literal["live", "test"]
    agentId: str | None
    createdAt: str
    expiresAt: str | None
    # To within about ten seconds.
    lastUsedAt: str | None
    # `user`: it belongs to the user who created it. `tenant`: a service key.
    owner: Literal["user", "tenant"]
    # The user who created it.
    createdBy: str
    # The whole key. It is shown only here.
    key: str


class ApiKeyPage(TypedDict):
    """One page of keys."""

    items: list[ApiKey]
    pagination: Pagination


class ApiKey(TypedDict):
    """A key without its secret."""

    id: str
    name: str
    # The part of the key that is not secret.
    prefix: str
    scopes: list[Literal["read", "write", "admin"]]
    environment: Literal["live", "test"]
    agentId: str | None
    createdAt: str
    expiresAt: str | None
    # To within about ten seconds.
    lastUsedAt: str | None
    # `user`: it belongs to the user who created it. `tenant`: a service key.
    owner: Literal["user", "tenant"]
    # The user who created it.
    createdBy: str


class RevokedApiKey(TypedDict):
    """The revoked key."""

    id: str
    revokedAt: str


class SecretRuleList(TypedDict):
    """All rules, sorted by id."""

    items: list[SecretRule]


class SecretRule(TypedDict):
    """One kind of credential that is searched for in captured events."""

    # The kind in `[secret:<kind>:<fingerprint>]`.
    id: str
    description: str
    isEnabled: bool


class Vault(TypedDict):
    """A store of secrets, visible to the user who created it and to tenant admins."""

    id: str
    name: str
    description: str | None
    # The user who created it.
    createdBy: str
    itemCount: int
    createdAt: str
    # When an item was last added or got a new version.
    updatedAt: str


class VaultPage(TypedDict):
    """One page of vaults."""

    items: list[Vault]
    pagination: Pagination


class VaultItem(TypedDict):
    """The description of a secret, without its value."""

    id: str
    vaultId: str
    name: str
    type: Literal["api_key", "password", "token", "certificate", "note", "secret"]
    # 1 for the first value, increased with each new value.
    version: int
    metadata: JsonObject
    createdAt: str
    updatedAt: str
    expiresAt: str | None


class VaultItemPage(TypedDict):
    """One page of items."""

    items: list[VaultItem]
    pagination: Pagination


class RevealedSecret(TypedDict):
    """The value itself."""

    id: str
    vaultId: str
    name: str
    type: Literal["api_key", "password", "token", "certificate", "note", "secret"]
    value: str
    version: int
    revealedAt: str


class VaultAuditPage(TypedDict):
    """One page of the audit log of a vault."""

    items: list[VaultAuditEntry]
    pagination: Pagination


class VaultAuditEntry(TypedDict):
    """One action or one denial."""

    id: str
    # Position in the vault's log: 1, 2, 3 …
    sequence: int
    action: Literal["vault.create", "vault.rewrap", "vault.refuse", "vault_item.create", "vault_item.update", "vault_item.reveal", "vault_item.refuse"]
    # A user; `system` for the rotation of keys.
    actorId: str
    itemId: str | None
    # The reason that the caller gave, or the reason of a denial.
    reason: str | None
    ip: str | None
    at: str
    # `hash` of the entry before it; 64 zeros for the first.
    previousHash: str
    hash: str


class Organization(TypedDict):
    """An organization, with the role of the member who asks."""

    id: str
    name: str
    slug: str
    # Your role in it.
    role: Literal["owner", "admin", "manager", "developer", "analyst", "viewer"]
    createdAt: str
    updatedAt: str


class OrganizationPage(TypedDict):
    """One page of organizations."""

    items: list[Organization]
    pagination: Pagination


class LifecyclePolicy(TypedDict):
    """When the memories and events in its scope are archived and deleted."""

    id: str
    organizationId: str
    name: str
    # Nothing is archived or deleted earlier; null for no minimum.
    retentionDays: int | None
    # Days after which a memory leaves synthesize and the lists; null for never.
    archiveAfterDays: int | None
    # Days after which memories and events are deleted permanently; null for never.
    deleteAfterDays: int | None
    scope: str
    createdAt: str
    updatedAt: str


class LifecyclePolicyPage(TypedDict):
    """One page of lifecycle policies."""

    items: list[LifecyclePolicy]
    pagination: Pagination


class DeletedLifecyclePolicy(TypedDict):
    """The lifecycle policy that was deleted."""

    id: str
    deleted: Literal[True]


class LifecyclePreview(TypedDict):
    """What the policy would archive and delete now."""

    archive: LifecyclePreviewArchive
    delete: LifecyclePreviewDelete
    # Whether a count stopped at 100,000.
    truncated: bool


class LifecyclePreviewArchive(TypedDict):
    memories: int
    # Ids of some that you may read, in the live environment.
    samples: list[str]


class LifecyclePreviewDelete(TypedDict):
    memories: int
    events: int
    # Artifacts with evidence that would be deleted. They are compiled again from the rest, or deleted.
    artifacts: int
    # Ids of some that you may read, in the live environment.
    samples: list[str]


class Team(TypedDict):
    """A team of an organization."""

    id: str
    name: str
    description: str | None
    # Members who have joined the organization.
    memberCount: int
    createdAt: str
    updatedAt: str


class TeamPage(TypedDict):
    """One page of teams."""

    items: list[Team]
    pagination: Pagination


class TeamDetail(TypedDict):
    """A team with its members."""

    id: str
    name: str
    description: str | None
    # Members who have joined the organization.
    memberCount: int
    createdAt: str
    updatedAt: str
    # In the order in which they joined the organization; only the first 1000.
    members: list[TeamMember]


class TeamMember(TypedDict):
    """A member of a team."""

    id: str
    userId: str
    # Null if the identity provider states none.
    email: str | None
    name: str | None
    # In the organization.
    role: Literal["owner", "admin", "manager", "developer", "analyst", "viewer"]


class DeletedTeam(TypedDict):
    """The team that was deleted."""

    id: str
    deleted: Literal[True]


class Invitation(TypedDict):
    """An invitation with its token."""

    # The id that the member will have.
    id: str
    email: str
    role: Literal["owner", "admin", "manager", "developer", "analyst", "viewer"]
    teamIds: list[str]
    status: Literal["invited"]
    # Shown only here. The invited person registers or accepts with it.
    invitationToken: str
    expiresAt: str


class MemberPage(TypedDict):
    """One page of members."""

    items: list[Member]
    pagination: Pagination


class Member(TypedDict):
    """A member of an organization, or an open invitation."""

    id: str
    # Null until the invitation is accepted.
    userId: str | None
    # Null if the identity provider states none.
    email: str | None
    name: str | None
    role: Literal["owner", "admin", "manager", "developer", "analyst", "viewer"]
    teamIds: list[str]
    status: Literal["active", "invited"]
    # The user who invited them, or last changed the open invitation. Null for the founder.
    invitedBy: str | None
    # Null until the invitation is accepted.
    joinedAt: str | None


class RemovedMember(TypedDict):
    """The removed member."""

    id: str
    deleted: Literal[True]


class PasswordReset(TypedDict):
    """A token with which a member sets a new password."""

    # Shown only here. The user sets a new password with it, once.
    resetToken: str
    expiresAt: str


class AcceptedInvitation(TypedDict):
    """The organization that you joined, and its tenant."""

    # The tenant of the organization. Log in with its id to get a token for it.
    tenant: AcceptedInvitationTenant
    organizationId: str
    role: Literal["owner", "admin", "manager", "developer", "analyst", "viewer"]


class AcceptedInvitationTenant(TypedDict):
    """The tenant of the organization. Log in with its id to get a token for it."""

    id: str
    name: str
    plan: str


class Agent(TypedDict):
    """An agent identity of an organization."""

    # The id to use as `metadata.agentId` of events and `agentId` of API keys.
    id: str
    organizationId: str
    name: str
    description: str | None
    framework: str | None
    teamId: str | None
    metadata: JsonObject
    createdAt: str
    updatedAt: str


class AgentPage(TypedDict):
    """One page of agent identities."""

    items: list[Agent]
    pagination: Pagination


class DeletedAgent(TypedDict):
    """The agent identity that was deleted."""

    id: str
    deleted: Literal[True]


class Namespace(TypedDict):
    """A namespace of an organization."""

    # The id to use as `metadata.namespaceId` of events.
    id: str
    organizationId: str
    name: str
    description: str | None
    sensitivity: Literal["public", "internal", "confidential", "restricted"]
    teamIds: list[str]
    createdAt: str
    updatedAt: str


class NamespacePage(TypedDict):
    """One page of namespaces."""

    items: list[Namespace]
    pagination: Pagination


class Policy(TypedDict):
    """Who may read or write what, under which conditions."""

    id: str
    organizationId: str
    name: str
    effect: Literal["allow", "deny"]
    # `namespace:<id>`, `agent:<id>`, `memory:<id>` or `artifact:<id>`, with `*` for every id; `*:*` for everything.
    resource: str
    # `write` is capture; `*` is both.
    action: Literal["read", "write", "*"]
    conditions: PolicyConditions
    priority: float
    createdAt: str
    updatedAt: str


class PolicyPage(TypedDict):
    """One page of policies."""

    items: list[Policy]
    pagination: Pagination


class DeletedPolicy(TypedDict):
    """A policy that was deleted."""

    id: str
    deleted: Literal[True]


class PolicyEvaluation(TypedDict):
    """The decision and its reason."""

    effect: Literal["allow", "deny"]
    allowed: bool
    # Null if no policy of this organization decided.
    policyId: str | None
    policyName: str | None
    # This organization if it decided, else null.
    organizationId: str | None
    reason: str
    # The role and teams in this organization that the decision used.
    principal: PolicyEvaluationPrincipal


class PolicyEvaluationPrincipal(TypedDict):
    """The role and teams in this organization that the decision used."""

    id: str
    role: Literal["owner", "admin", "manager", "developer", "analyst", "viewer"] | None
    teamIds: list[str]


class AuditPage(TypedDict):
    """One page of the audit log."""

    items: list[AuditEntry]
    pagination: Pagination


class AuditEntry(TypedDict):
    """One change or one denial."""

    id: str
    # Position in the organization's log: 1, 2, 3 …
    sequence: int
    # `<resourceType>.<verb>`, such as `policy.update`.
    action: str
    actorId: str
    actorType: Literal["user", "api_key", "system"]
    resourceType: str
    resourceId: str | None
    outcome: Literal["success", "denied"]
    changes: AuditEntryChanges | None
    requestId: str
    ip: str | None
    at: str
    # `hash` of the entry before it; 64 zeros for the first.
    previousHash: str
    hash: str


class AuditEntryChanges(TypedDict, total=False):
    # The changed fields before; null if it is new.
    before: JsonObject | None
    # The changed fields after; null if it was deleted.
    after: JsonObject | None
    # The reason for a denial, or for a change that the service made.
    reason: str


class AccessPage(TypedDict):
    """One page of the access log."""

    items: list[AccessEntry]
    pagination: Pagination


class AccessEntry(TypedDict):
    """One memory that one request returned to an actor."""

    id: str
    memoryId: str
    # The user or API key.
    actorId: str
    # The agent that the API key is bound to.
    agentId: str | None
    action: Literal["synthesize", "list", "read", "lineage"]
    requestId: str
    at: str


class Lineage(TypedDict):
    """The source events of a memory, and the artifacts compiled from it."""

    memoryId: str
    # Ids of its source events: the newest 1,000, newest first.
    sourceEvents: list[str]
    # Ids of the artifacts that were compiled from it: the newest 1,000, newest first.
    derivedArtifacts: list[str]
    # The edges between these and the memory.
    lineage: list[LineageEdge]
    # Counts that include what was left out.
    totals: LineageTotals
    # True if something was left out because there is too much.
    truncated: bool


class LineageTotals(TypedDict):
    """Counts that include what was left out."""

    sourceEvents: int
    derivedArtifacts: int


# One step from an event to a memory, or from a memory to an artifact.
LineageEdge = TypedDict(
    "LineageEdge",
    {
        "from": str,
        "to": str,
        "type": "Literal['captured_from', 'compiled_into']",
        "timestamp": str,
    },
)


class LineageGraph(TypedDict):
    """A memory, its events, the artifacts compiled from it, the other memories behind those artifacts, and their
    events.
    """

    # At most 1,000: the memory first, then the nearest.
    nodes: list[LineageNode]
    # From events to memories, and from memories to artifacts.
    edges: list[LineageEdge]
    # True if something was left out because there is too much.
    truncated: bool


class LineageNode(TypedDict):
    """An event, a memory or an artifact."""

    id: str
    kind: Literal["event", "memory", "artifact"]
    # An artifact's title; a memory's kind and the first 80 characters of its content; an event's type, or `event`
    # if it was deleted.
    label: str
    # Who captured the event; null for memories and artifacts, and if it is not known.
    writer: Writer | None
    # When the event happened, the memory was created, or the artifact was last compiled.
    at: str


class Health(TypedDict):
    """The health of the whole service, as seen by one gateway."""

    # The worst of the subsystems.
    status: Literal["healthy", "degraded", "unhealthy"]
    version: str
    # Seconds since this gateway process started.
    uptime: float
    timestamp: str
    subsystems: HealthSubsystems
    alerts: HealthAlerts


class HealthSubsystems(TypedDict):
    database: HealthSubsystemsDatabase
    cache: HealthSubsystemsCache
    workers: HealthSubsystemsWorkers


class HealthSubsystemsDatabase(TypedDict):
    # `degraded`: events are still accepted, but something else does not work; `unhealthy`: events cannot be stored.
    status: Literal["healthy", "degraded", "unhealthy"]
    # Totals of the pools of all processes.
    connections: HealthSubsystemsDatabaseConnections


class HealthSubsystemsDatabaseConnections(TypedDict):
    """Totals of the pools of all processes."""

    total: int
    idle: int
    # Requests that wait for a connection.
    waiting: int
    # The maximum number of connections of all pools.
    max: int
    # Connections in use, in percent of `max`.
    utilizationPercent: int


class HealthSubsystemsCache(TypedDict):
    # `degraded`: events are still accepted, but something else does not work; `unhealthy`: events cannot be stored.
    status: Literal["healthy", "degraded", "unhealthy"]
    latencyMs: float
    persistence: HealthSubsystemsCachePersistence
    memory: HealthSubsystemsCacheMemory


class HealthSubsystemsCachePersistence(TypedDict):
    aof_enabled: bool
    rdb_last_save_time: int


class HealthSubsystemsCacheMemory(TypedDict):
    used_memory_mb: float
    maxmemory_mb: float
    maxmemory_policy: str


class HealthSubsystemsWorkers(TypedDict):
    # `degraded`: events are still accepted, but something else does not work; `unhealthy`: events cannot be stored.
    status: Literal["healthy", "degraded", "unhealthy"]
    queues: HealthSubsystemsWorkersQueues
    # Events that are accepted and not stored yet, those in progress included.
    totalBacklog: int
    # Age of the oldest unfinished message or job.
    oldestSeconds: HealthSubsystemsWorkersOldestSeconds
    # Commands that could not be handled because of their own data, by command. An operator replays or discards
    # them.
    deadLetters: dict[str, int]
    # Whether each service responds and can work.
    services: dict[str, Literal["up", "down"]]


class HealthSubsystemsWorkersQueues(TypedDict):
    # Current counts, or the last known ones while they cannot be read.
    capture: HealthSubsystemsWorkersQueuesCapture
    # Current counts, or the last known ones while they cannot be read.
    learn: HealthSubsystemsWorkersQueuesLearn


class HealthSubsystemsWorkersQueuesCapture(TypedDict):
    """Current counts, or the last known ones while they cannot be read."""

    # Events that are not started. In messages that no process has taken yet, as many each as in those taken last.
    waiting: int
    # Events in progress, in all processes together.
    active: int
    # Needs an operator: dead letters, and learn jobs that failed in the last day.
    failed: int


class HealthSubsystemsWorkersQueuesLearn(TypedDict):
    """Current counts, or the last known ones while they cannot be read."""

    # Jobs that are not started.
    waiting: int
    # Jobs in progress, in all processes together.
    active: int
    # Needs an operator: dead letters, and learn jobs that failed in the last day.
    failed: int


class HealthSubsystemsWorkersOldestSeconds(TypedDict):
    """Age of the oldest unfinished message or job."""

    capture: int
    learn: int


class HealthAlerts(TypedDict):
    firing: int
    rules: list[FiringAlert]


class FiringAlert(TypedDict):
    """An alert rule that fires."""

    name: str
    severity: Literal["critical", "warning"]
    # When the rule started to fire.
    since: str
    message: str


class UnhealthyResponse(TypedDict):
    """The error, with the health record."""

    ok: Literal[False]
    error: UnhealthyResponseError
    data: Health
    meta: Meta


class UnhealthyResponseError(TypedDict):
    code: Literal["unhealthy"]
    message: str


class FlatHealth(TypedDict):
    """Health in short form."""

    status: Literal["healthy", "degraded", "unhealthy"]
    version: str
    postgres: Literal["connected", "disconnected"]
    cache: Literal["connected", "disconnected"]
    # Seconds since the process that responds was started
    uptime: float


class JsonWebKeySet(TypedDict):
    """Public keys (RFC 7517)."""

    keys: list[JsonObject]


class LearnRequestOptions(TypedDict, total=False):
    # Maximum number of events for this run.
    maxEvents: int
    # Compile only artifacts of this type.
    artifactType: Literal["task_schema", "failure_playbook", "causal_pattern", "decision_policy"]


class _EvaluatePolicyRequestPrincipal(TypedDict):
    id: str


class EvaluatePolicyRequestPrincipal(_EvaluatePolicyRequestPrincipal, total=False):
    # The role to assume in this organization. Default: the actual one.
    role: Literal["owner", "admin", "manager", "developer", "analyst", "viewer"]
    # The teams to assume in this organization. Default: the actual ones.
    teamIds: list[str]
    # The agent that an API key is bound to.
    agentId: str
    # The user who an API key belongs to: the key may do only what they may do too.
    ownerId: str


class EvaluatePolicyRequestContext(TypedDict, total=False):
    """Assumptions that override what is stored."""

    namespaceId: str
    # The agent that the data belongs to.
    agentId: str
    tags: list[str]
    # Default `live`.
    environment: Literal["live", "test"]
    # Default now.
    time: str
