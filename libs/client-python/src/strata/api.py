# Written by `npm run python-client` from docs/openapi.json. Do not edit.

"""A method for each operation of the interface."""

from __future__ import annotations

from typing import Any, Literal, Sequence, cast

from .caller import Caller
from .json_lines import JsonLines
from .listing import Listing
from .omitted import OMITTED, Omitted
from .operations import OPERATIONS
from .types import (
    AcceptedInvitation,
    AccessEntry,
    Agent,
    ApiKey,
    Artifact,
    ArtifactVersion,
    AuditEntry,
    BatchReceipt,
    CaptureReceipt,
    ChangedPassword,
    ContextPack,
    CreatedApiKey,
    DeletedAgent,
    DeletedLifecyclePolicy,
    DeletedMemory,
    DeletedPolicy,
    DeletedTeam,
    EndedSessions,
    ErasureReceipt,
    EvaluatePolicyRequestContext,
    EvaluatePolicyRequestPrincipal,
    Event,
    EventInput,
    EventMetadata,
    ExportLine,
    ExportReceipt,
    FeedbackReceipt,
    FlatHealth,
    Health,
    Invitation,
    Job,
    JsonObject,
    JsonWebKeySet,
    LearnReceipt,
    LearnRequestOptions,
    LearnSettings,
    LearnedSession,
    LifecyclePolicy,
    LifecyclePreview,
    Lineage,
    LineageGraph,
    Member,
    Memory,
    MemoryTimeline,
    Namespace,
    Organization,
    PasswordReset,
    Policy,
    PolicyConditions,
    PolicyEvaluation,
    RemovedMember,
    RevealedSecret,
    RevokedApiKey,
    SecretRule,
    SecretRuleList,
    Session,
    Team,
    TeamDetail,
    Usage,
    UsageSeries,
    Vault,
    VaultAuditEntry,
    VaultItem,
)


class Api:
    """Every operation by its name. Arguments are the parameters and the fields of the body; an argument that is left
    out, or None, is not sent. `timeout` is in seconds for each attempt, `max_retries` counts further attempts, and
    `request_id` is an id of your own for the service's logs.
    """

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def capture_event(
        self,
        *,
        type: Literal["message", "tool_call", "tool_result", "file_edit", "test_run", "command_exec", "browser_action", "api_result"],
        session_id: str,
        payload: JsonObject,
        metadata: EventMetadata | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> CaptureReceipt:
        """Capture one event.

        Captures one thing that an agent did, at most 256 KiB of JSON. A 202 means that the event is stored durably.

        Send an `idempotencyKey` to make a retry safe: the same key with the same event gets the first response
        again, with a different event a 409.

        A `metadata.namespaceId` that your tenant does not have is a 422. A `metadata.agentId` that names an agent
        identity which you may not act as is a 403. An event that a policy denies is a 403 with the reason, even if
        it was captured before.

        Needs an API key or a user's token with the scope `write`.

        - session_id: The run or conversation that it belongs to.
        - idempotency_key: Makes a retry safe: the same key means the same event. A different event with the same
        key is a 409. A key counts within the namespace of the event and, for an API key that is bound to an agent,
        within that agent.
        """
        fields: dict[str, Any] = {
            "type": type,
            "sessionId": session_id,
            "payload": payload,
            "metadata": metadata,
            "idempotencyKey": idempotency_key,
        }
        result = self._caller.data(OPERATIONS["captureEvent"], fields, timeout, max_retries, request_id)
        return cast("CaptureReceipt", result)

    def capture_batch(
        self,
        *,
        events: Sequence[EventInput],
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> BatchReceipt:
        """Capture many events.

        Captures up to 1,000 events, at most 16 MiB in total. Each event is checked separately: events that are
        invalid or denied by a policy (`forbidden`) are listed in `errorDetails` by position, and do not affect the
        others. A 202 means that every event with an id in `eventIds` is stored durably.

        Needs an API key or a user's token with the scope `write`.
        """
        fields: dict[str, Any] = {
            "events": events,
        }
        result = self._caller.data(OPERATIONS["captureBatch"], fields, timeout, max_retries, request_id)
        return cast("BatchReceipt", result)

    def start_learning(
        self,
        *,
        agent_id: str | None = None,
        user_id: str | None = None,
        namespace_id: str | None = None,
        session_id: str | None = None,
        since: str | None = None,
        until: str | None = None,
        event_ids: Sequence[str] | None = None,
        options: LearnRequestOptions | None = None,
        wait: bool | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> LearnReceipt:
        """Compile captured events into memories and artifacts now.

        Queues a job that finds every event accepted before it. Sessions are also compiled without a request, soon
        after they end or fall silent. Learning the same events twice adds nothing. An `agentId` that names an agent
        identity which you may not act as is a 403. `GET /v1/jobs/{id}` says `completed` when what the job made can
        be found by synthesize; with `"wait": true` the response to this request says so, if the job ends in time.

        Needs an API key or a user's token with the scope `write`.

        - agent_id: The agent that it belongs to.
        - user_id: The end user that it is about.
        - namespace_id: The namespace it belongs to.
        - session_id: The run or conversation that it belongs to.
        - since: Only what was said or done at this time or later; a date means its midnight in UTC.
        - until: Only what was said or done before this time; a date means its midnight in UTC.
        - event_ids: Only these events.
        - wait: Respond only when the job has ended, but after at most 25 seconds.
        """
        fields: dict[str, Any] = {
            "agentId": agent_id,
            "userId": user_id,
            "namespaceId": namespace_id,
            "sessionId": session_id,
            "since": since,
            "until": until,
            "eventIds": event_ids,
            "options": options,
            "wait": wait,
        }
        result = self._caller.data(OPERATIONS["startLearning"], fields, timeout, max_retries, request_id)
        return cast("LearnReceipt", result)

    def list_jobs(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        status: Literal["queued", "active", "completed", "failed"] | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> Listing[Job]:
        """List jobs.

        Learn runs, erasures and exports, newest first: for a tenant admin all, the automatic ones that did
        something included; else those that the caller requested. Captures and batches are not listed: read them by
        the id in their response.

        Needs an API key or a user's token with the scope `read`.

        - limit: Maximum number of items on a page.
        - cursor: `pagination.cursor` of the previous page. Opaque.
        - status: Only jobs with this status.
        """
        fields: dict[str, Any] = {
            "limit": limit,
            "cursor": cursor,
            "status": status,
        }
        result = self._caller.listing(OPERATIONS["listJobs"], fields, timeout, max_retries, request_id)
        return cast("Listing[Job]", result)

    def get_job(
        self,
        *,
        id: str,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> Job:
        """Read a job.

        Jobs of single captures (`cap_…`), batches (`bat_…`), learn runs (`lrn_…`), erasures (`ers_…`) and exports
        (`xpt_…`). All but single captures are shown to the user or key that requested them and to tenant admins; a
        capture to who captured it and to who may read its event. To others they are a 404. A learn run counts only
        what the one who requested it may read.

        Needs an API key or a user's token with the scope `read`.
        """
        fields: dict[str, Any] = {
            "id": id,
        }
        result = self._caller.data(OPERATIONS["getJob"], fields, timeout, max_retries, request_id)
        return cast("Job", result)

    def get_learn_settings(
        self,
        *,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> LearnSettings:
        """Read how sessions are compiled without a request.

        A session that falls silent, closes, or has many new events is compiled without a request, unless the tenant
        has turned that off.

        Needs a user's token.
        """
        fields: dict[str, Any] = {}
        result = self._caller.data(OPERATIONS["getLearnSettings"], fields, timeout, max_retries, request_id)
        return cast("LearnSettings", result)

    def update_learn_settings(
        self,
        *,
        is_automatic: bool,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> LearnSettings:
        """Turn automatic learning on or off for the tenant.

        Needs an owner or admin of the tenant; applies to both environments. A job that is queued already still
        runs. Sessions that were captured while it was off become due when it is turned on.

        Needs a user's token.
        """
        fields: dict[str, Any] = {
            "isAutomatic": is_automatic,
        }
        result = self._caller.data(OPERATIONS["updateLearnSettings"], fields, timeout, max_retries, request_id)
        return cast("LearnSettings", result)

    def synthesize(
        self,
        *,
        query: str | None = None,
        agent_id: str | None = None,
        user_id: str | None = None,
        namespace_id: str | None = None,
        session_id: str | None = None,
        since: str | None = None,
        until: str | None = None,
        max_tokens: int | None = None,
        include_artifacts: bool | None = None,
        include_memories: bool | None = None,
        tags: Sequence[str] | None = None,
        format: Literal["sections", "text", "both"] | None = None,
        explain: bool | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> ContextPack:
        """Pack the context that fits a query and a token budget.

        Ranks memories and artifacts by relevance to the query, and packs the best first until the budget is spent.
        `totalTokens` never exceeds `maxTokens`.

        Needs an API key or a user's token with the scope `read`.

        - query: A question or a task. Without it, the newest entries are packed.
        - agent_id: The agent that it belongs to.
        - user_id: The end user whom it is for: memories of this end user, and those without an end user. Without
        it, only the latter.
        - namespace_id: Only what belongs to this namespace.
        - session_id: Only memories of this session. Artifacts belong to no session.
        - since: Only what was said or done at this time or later; a date means its midnight in UTC.
        - until: Only what was said or done before this time; a date means its midnight in UTC.
        - max_tokens: Maximum number of o200k tokens of all sections.
        - tags: Only memories with all of these tags.
        - format: `sections` (default), `text` for a prompt, or `both`. `totalTokens` counts the text if there is
        one.
        - explain: Adds the score of each section, and what was left out and why.
        """
        fields: dict[str, Any] = {
            "query": query,
            "agentId": agent_id,
            "userId": user_id,
            "namespaceId": namespace_id,
            "sessionId": session_id,
            "since": since,
            "until": until,
            "maxTokens": max_tokens,
            "includeArtifacts": include_artifacts,
            "includeMemories": include_memories,
            "tags": tags,
            "format": format,
            "explain": explain,
        }
        result = self._caller.data(OPERATIONS["synthesize"], fields, timeout, max_retries, request_id)
        return cast("ContextPack", result)

    def record_feedback(
        self,
        *,
        pack_id: str,
        outcome: Literal["success", "failure", "neutral"],
        used: Sequence[str] | None = None,
        note: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> FeedbackReceipt:
        """Say what came of a pack.

        Moves the confidence and the rank of the memories and artifacts that the pack showed: up after a success,
        down after a failure. The next synthesis shows it. Each source counts once for each pack, however often the
        request is sent; the first outcome stays. What one user or key says about a source weighs less each time,
        and never more than one full vote. Sources that the pack did not show, or that you may not read, are
        ignored. A pack is known for some weeks (`PACK_DAYS`), and only to its own tenant and environment.

        Needs an API key or a user's token with the scope `write`.

        - pack_id: From the response of `POST /v1/synthesize`.
        - outcome: What came of the task. `neutral` changes nothing.
        - used: The sources of the sections that were used. Without it, every section counts as used.
        - note: Accepted from clients that send one, and not stored.
        """
        fields: dict[str, Any] = {
            "packId": pack_id,
            "outcome": outcome,
            "used": used,
            "note": note,
        }
        result = self._caller.data(OPERATIONS["recordFeedback"], fields, timeout, max_retries, request_id)
        return cast("FeedbackReceipt", result)

    def list_artifacts(
        self,
        *,
        type: Literal["task_schema", "failure_playbook", "causal_pattern", "decision_policy"] | None = None,
        agent_id: str | None = None,
        user_id: str | None = None,
        namespace_id: str | None = None,
        include_inactive: bool | None = None,
        limit: int | None = None,
        offset: int | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> Listing[Artifact]:
        """List artifacts.

        Active artifacts, newest compilation first, with complete items. Paged by offset; every other list is paged
        by cursor.

        Needs an API key or a user's token with the scope `read`.

        - agent_id: The agent that it belongs to.
        - user_id: The end user that it is about.
        - namespace_id: The namespace it belongs to.
        - include_inactive: `true` also lists artifacts that their evidence no longer supports, and those that are
        switched off.
        - limit: Maximum number of items on a page.
        - offset: Items to skip.
        """
        fields: dict[str, Any] = {
            "type": type,
            "agentId": agent_id,
            "userId": user_id,
            "namespaceId": namespace_id,
            "includeInactive": include_inactive,
            "limit": limit,
            "offset": offset,
        }
        result = self._caller.listing(OPERATIONS["listArtifacts"], fields, timeout, max_retries, request_id)
        return cast("Listing[Artifact]", result)

    def get_artifact(
        self,
        *,
        id: str,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> Artifact:
        """Read one artifact.

        Needs an API key or a user's token with the scope `read`.
        """
        fields: dict[str, Any] = {
            "id": id,
        }
        result = self._caller.data(OPERATIONS["getArtifact"], fields, timeout, max_retries, request_id)
        return cast("Artifact", result)

    def update_artifact(
        self,
        *,
        id: str,
        is_switched_off: bool,
        reason: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> Artifact:
        """Switch an artifact off or on.

        An artifact that is switched off is in no pack from the next one on. It can still be read, is listed with
        `includeInactive=true`, and stays off whatever is learned, until it is switched on. The reason is also kept
        in the audit log. An artifact that already is as asked stays unchanged.

        Needs an API key or a user's token with the scope `admin`.

        - is_switched_off: Whether packs leave it out.
        - reason: Why, for those who wonder later. Nothing personal.
        """
        fields: dict[str, Any] = {
            "id": id,
            "isSwitchedOff": is_switched_off,
            "reason": reason,
        }
        result = self._caller.data(OPERATIONS["updateArtifact"], fields, timeout, max_retries, request_id)
        return cast("Artifact", result)

    def list_artifact_versions(
        self,
        *,
        id: str,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> Listing[ArtifactVersion]:
        """List the versions of an artifact.

        Newest first: the present version, and what the artifact said before its content changed. At most 20 earlier
        versions are kept, and none with evidence that was deleted since. An earlier version is hidden like an
        artifact, by what it rested on.

        Needs an API key or a user's token with the scope `read`.

        - limit: Maximum number of items on a page.
        - cursor: `pagination.cursor` of the previous page. Opaque.
        """
        fields: dict[str, Any] = {
            "id": id,
            "limit": limit,
            "cursor": cursor,
        }
        result = self._caller.listing(OPERATIONS["listArtifactVersions"], fields, timeout, max_retries, request_id)
        return cast("Listing[ArtifactVersion]", result)

    def list_memories(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        agent_id: str | None = None,
        user_id: str | None = None,
        namespace_id: str | None = None,
        session_id: str | None = None,
        since: str | None = None,
        until: str | None = None,
        type: Literal["statement", "question", "request", "preference", "decision", "plan", "fact", "action", "finding", "error", "error_resolution"] | None = None,
        tag: str | None = None,
        current: bool | None = None,
        outcome: Literal["success", "failure", "unknown"] | None = None,
        archived: bool | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> Listing[Memory]:
        """List memories.

        Newest first. Filters are combined with AND; `type` is the kind of memory. Archived memories are listed only
        on request.

        Needs an API key or a user's token with the scope `read`.

        - limit: Maximum number of items on a page.
        - cursor: `pagination.cursor` of the previous page. Opaque.
        - agent_id: The agent that it belongs to.
        - user_id: The end user that it is about.
        - namespace_id: The namespace it belongs to.
        - session_id: The run or conversation that it belongs to.
        - since: Only what was said or done at this time or later; a date means its midnight in UTC.
        - until: Only what was said or done before this time; a date means its midnight in UTC.
        - tag: Only memories with this tag.
        - current: `true` lists only what holds, `false` only what a newer memory replaced.
        - outcome: Only of sessions that ended so, by their verdicts; `unknown`: of those without one.
        - archived: `true` lists only archived memories.
        """
        fields: dict[str, Any] = {
            "limit": limit,
            "cursor": cursor,
            "agentId": agent_id,
            "userId": user_id,
            "namespaceId": namespace_id,
            "sessionId": session_id,
            "since": since,
            "until": until,
            "type": type,
            "tag": tag,
            "current": current,
            "outcome": outcome,
            "archived": archived,
        }
        result = self._caller.listing(OPERATIONS["listMemories"], fields, timeout, max_retries, request_id)
        return cast("Listing[Memory]", result)

    def get_memory(
        self,
        *,
        id: str,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> Memory:
        """Read one memory.

        Needs an API key or a user's token with the scope `read`.
        """
        fields: dict[str, Any] = {
            "id": id,
        }
        result = self._caller.data(OPERATIONS["getMemory"], fields, timeout, max_retries, request_id)
        return cast("Memory", result)

    def delete_memory(
        self,
        *,
        id: str,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> DeletedMemory:
        """Delete one memory.

        Removes the memory from every store and from synthesize, permanently: learning the same events again does
        not restore it.

        Needs an API key or a user's token with the scope `admin`.
        """
        fields: dict[str, Any] = {
            "id": id,
        }
        result = self._caller.data(OPERATIONS["deleteMemory"], fields, timeout, max_retries, request_id)
        return cast("DeletedMemory", result)

    def get_memory_timeline(
        self,
        *,
        id: str,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> MemoryTimeline:
        """Read what a memory replaced, and what replaced it.

        One fact over time, the earliest memory first. A memory that nothing replaced, and that replaced nothing, is
        alone. What a policy hides from you is left out, with what only it connects.

        Needs an API key or a user's token with the scope `read`.
        """
        fields: dict[str, Any] = {
            "id": id,
        }
        result = self._caller.data(OPERATIONS["getMemoryTimeline"], fields, timeout, max_retries, request_id)
        return cast("MemoryTimeline", result)

    def restore_memory(
        self,
        *,
        id: str,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> Memory:
        """Restore an archived memory.

        Returns it to synthesize and the lists. Its age counts from now, so that it is not archived again at once. A
        memory that is not archived stays unchanged.

        Needs an API key or a user's token with the scope `admin`.
        """
        fields: dict[str, Any] = {
            "id": id,
        }
        result = self._caller.data(OPERATIONS["restoreMemory"], fields, timeout, max_retries, request_id)
        return cast("Memory", result)

    def start_erasure(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        session_id: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> ErasureReceipt:
        """Erase all data of one end user, agent or session.

        Queues a job that removes what was captured before this request about an end user, by an agent or in a
        session, and what was learned from it, from every store. The request names exactly one of them. A session id
        means every session with this id, whatever its agent. Artifacts that rest on it are compiled again from what
        remains. Needs an owner or admin of the tenant, an API key of such a user, or a service key that is bound to
        no agent. The job is `completed` once a check has found nothing. What is captured later under the same id is
        kept.

        Needs an API key or a user's token with the scope `admin`.

        - user_id: The end user whose data is erased.
        - agent_id: The agent whose data is erased, in all namespaces.
        - session_id: The session whose data is erased, of all agents that used this id.
        """
        fields: dict[str, Any] = {
            "userId": user_id,
            "agentId": agent_id,
            "sessionId": session_id,
        }
        result = self._caller.data(OPERATIONS["startErasure"], fields, timeout, max_retries, request_id)
        return cast("ErasureReceipt", result)

    def list_erasures(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> Listing[Job]:
        """List erasures.

        Newest first: for a tenant admin all, else those that the caller requested.

        Needs an API key or a user's token with the scope `admin`.

        - limit: Maximum number of items on a page.
        - cursor: `pagination.cursor` of the previous page. Opaque.
        """
        fields: dict[str, Any] = {
            "limit": limit,
            "cursor": cursor,
        }
        result = self._caller.listing(OPERATIONS["listErasures"], fields, timeout, max_retries, request_id)
        return cast("Listing[Job]", result)

    def get_erasure(
        self,
        *,
        id: str,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> Job:
        """Read an erasure.

        Its result counts what was removed from each store, and what a check at the end found there. Shown to who
        requested it and to tenant admins.

        Needs an API key or a user's token with the scope `admin`.
        """
        fields: dict[str, Any] = {
            "id": id,
        }
        result = self._caller.data(OPERATIONS["getErasure"], fields, timeout, max_retries, request_id)
        return cast("Job", result)

    def start_export(
        self,
        *,
        user_id: str,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> ExportReceipt:
        """Export all data of one end user.

        Queues a job that comes after everything that was captured before this request. Once `GET /v1/jobs/{id}`
        says that it is `completed`, the export can be downloaded for a day. Policies are disregarded, so this needs
        an owner or admin of the tenant, a key of theirs, or a service key that is bound to no agent.

        Needs an API key or a user's token with the scope `admin`.

        - user_id: The end user whose data is exported.
        """
        fields: dict[str, Any] = {
            "userId": user_id,
        }
        result = self._caller.data(OPERATIONS["startExport"], fields, timeout, max_retries, request_id)
        return cast("ExportReceipt", result)

    def get_export(
        self,
        *,
        id: str,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> JsonLines[ExportLine]:
        """Download an export.

        JSON Lines: each line is a JSON object. The first names the export, the last has the SHA-256 of all bytes
        before it and their number of lines; a download without it was cut off and can be repeated. The data is read
        while it is sent: what was deleted since the request is left out. Needs what the request for the export
        needs.

        Needs an API key or a user's token with the scope `admin`.
        """
        fields: dict[str, Any] = {
            "id": id,
        }
        result = self._caller.lines(OPERATIONS["getExport"], fields, timeout, max_retries, request_id)
        return cast("JsonLines[ExportLine]", result)

    def list_events(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        agent_id: str | None = None,
        user_id: str | None = None,
        namespace_id: str | None = None,
        session_id: str | None = None,
        since: str | None = None,
        until: str | None = None,
        type: Literal["message", "tool_call", "tool_result", "file_edit", "test_run", "command_exec", "browser_action", "api_result"] | None = None,
        tag: str | None = None,
        outcome: Literal["success", "failure", "unknown"] | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> Listing[Event]:
        """List captured events.

        Newest first. Filters are combined with AND. The filter `outcome` looks at 10,000 sessions at most: if more
        ended so (for `unknown`: if more have a verdict), it is a 400 until you narrow the list by `agentId`,
        `namespaceId` or `sessionId`.

        Needs an API key or a user's token with the scope `read`.

        - limit: Maximum number of items on a page.
        - cursor: `pagination.cursor` of the previous page. Opaque.
        - agent_id: The agent that it belongs to.
        - user_id: The end user that it is about.
        - namespace_id: The namespace it belongs to.
        - session_id: The run or conversation that it belongs to.
        - since: Only what was said or done at this time or later; a date means its midnight in UTC.
        - until: Only what was said or done before this time; a date means its midnight in UTC.
        - tag: Only events with this tag.
        - outcome: Only of sessions that ended so, by their verdicts; `unknown`: of those without one.
        """
        fields: dict[str, Any] = {
            "limit": limit,
            "cursor": cursor,
            "agentId": agent_id,
            "userId": user_id,
            "namespaceId": namespace_id,
            "sessionId": session_id,
            "since": since,
            "until": until,
            "type": type,
            "tag": tag,
            "outcome": outcome,
        }
        result = self._caller.listing(OPERATIONS["listEvents"], fields, timeout, max_retries, request_id)
        return cast("Listing[Event]", result)

    def get_event(
        self,
        *,
        id: str,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> Event:
        """Read one event.

        Needs an API key or a user's token with the scope `read`.
        """
        fields: dict[str, Any] = {
            "id": id,
        }
        result = self._caller.data(OPERATIONS["getEvent"], fields, timeout, max_retries, request_id)
        return cast("Event", result)

    def list_sessions(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        agent_id: str | None = None,
        namespace_id: str | None = None,
        session_id: str | None = None,
        outcome: Literal["success", "failure", "unknown"] | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> Listing[LearnedSession]:
        """List sessions and how they ended.

        Sessions that were learned; the one that was learned last comes first. Filters are combined with AND. The
        outcome is that of the verdict: a statement about the whole session, such as `resolved` in a payload, or a
        test run.

        Needs an API key or a user's token with the scope `read`.

        - limit: Maximum number of items on a page.
        - cursor: `pagination.cursor` of the previous page. Opaque.
        - agent_id: The agent that it belongs to.
        - namespace_id: The namespace it belongs to.
        - session_id: The run or conversation that it belongs to.
        - outcome: Only of sessions that ended so, by their verdicts; `unknown`: of those without one.
        """
        fields: dict[str, Any] = {
            "limit": limit,
            "cursor": cursor,
            "agentId": agent_id,
            "namespaceId": namespace_id,
            "sessionId": session_id,
            "outcome": outcome,
        }
        result = self._caller.listing(OPERATIONS["listSessions"], fields, timeout, max_retries, request_id)
        return cast("Listing[LearnedSession]", result)

    def get_usage_metrics(
        self,
        *,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> Usage:
        """Read the usage.

        Live and test keys see the figures of their own environment. Months and days change at midnight UTC.

        Where a policy or a sensitivity can hide data from you, events, memories and artifacts are counted as far as
        you may read them and they are still stored, unless you are a tenant admin.

        Needs an API key or a user's token with the scope `read`.
        """
        fields: dict[str, Any] = {}
        result = self._caller.data(OPERATIONS["getUsageMetrics"], fields, timeout, max_retries, request_id)
        return cast("Usage", result)

    def get_usage_series(
        self,
        *,
        bucket: Literal["hour", "day"] | None = None,
        last: int | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> UsageSeries:
        """Read the usage over time.

        Live and test keys see the figures of their own environment. What was deleted or erased since stays counted.

        Where a policy or a sensitivity can hide data from you, events, memories and artifacts are counted as far as
        you may read them and they are still stored, unless you are a tenant admin.

        Needs an API key or a user's token with the scope `read`.

        - bucket: What one point covers. Days begin at midnight UTC.
        - last: How many points. The last one is the current hour or day.
        """
        fields: dict[str, Any] = {
            "bucket": bucket,
            "last": last,
        }
        result = self._caller.data(OPERATIONS["getUsageSeries"], fields, timeout, max_retries, request_id)
        return cast("UsageSeries", result)

    def register_account(
        self,
        *,
        email: str,
        password: str,
        name: str | None = None,
        tenant_name: str | None = None,
        invitation_token: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> Session:
        """Register an account.

        Creates a user with a tenant and logs in. With an `invitationToken` the user joins the organization that
        sent the invitation, and its tenant, instead.

        Needs no credential.

        - email: Kept in lower case.
        - tenant_name: Without it, the tenant is named after the user.
        - invitation_token: Makes the user a member of the organization that invited it.
        """
        fields: dict[str, Any] = {
            "email": email,
            "password": password,
            "name": name,
            "tenantName": tenant_name,
            "invitationToken": invitation_token,
        }
        result = self._caller.data(OPERATIONS["registerAccount"], fields, timeout, max_retries, request_id)
        return cast("Session", result)

    def log_in(
        self,
        *,
        email: str,
        password: str,
        tenant_id: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> Session:
        """Log in.

        Returns a token for one tenant. Every wrong login gets the same 401 after the same time; repeated failures
        are slowed down, then rejected with 429.

        Needs no credential.

        - tenant_id: One of the user's tenants; the default is the first.
        """
        fields: dict[str, Any] = {
            "email": email,
            "password": password,
            "tenantId": tenant_id,
        }
        result = self._caller.data(OPERATIONS["logIn"], fields, timeout, max_retries, request_id)
        return cast("Session", result)

    def change_password(
        self,
        *,
        current_password: str,
        new_password: str,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> Session:
        """Change your password.

        Ends all sessions of the user within a second, in every tenant, and returns a new token for this one. API
        keys keep working. A wrong current password is a 403, and is slowed down and limited like a wrong login.

        Needs a user's token.
        """
        fields: dict[str, Any] = {
            "currentPassword": current_password,
            "newPassword": new_password,
        }
        result = self._caller.data(OPERATIONS["changePassword"], fields, timeout, max_retries, request_id)
        return cast("Session", result)

    def log_out(
        self,
        *,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> EndedSessions:
        """Log out everywhere.

        Ends all sessions of the user: within a second no gateway accepts their tokens, in any tenant. A token of an
        external issuer is rejected if it was issued before. API keys keep working.

        Needs a user's token.
        """
        fields: dict[str, Any] = {}
        result = self._caller.data(OPERATIONS["logOut"], fields, timeout, max_retries, request_id)
        return cast("EndedSessions", result)

    def reset_password(
        self,
        *,
        token: str,
        new_password: str,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> ChangedPassword:
        """Set a new password with a reset token.

        Ends all sessions of the user; log in with the new password then. Every token that is wrong, used, expired,
        or whose issuer could not issue it now, gets the same 400. After a 503 the token may be used up: ask for
        another one.

        Needs no credential.

        - token: The `resetToken`.
        """
        fields: dict[str, Any] = {
            "token": token,
            "newPassword": new_password,
        }
        result = self._caller.data(OPERATIONS["resetPassword"], fields, timeout, max_retries, request_id)
        return cast("ChangedPassword", result)

    def create_api_key(
        self,
        *,
        name: str,
        scopes: Sequence[Literal["read", "write", "admin"]],
        environment: Literal["live", "test"] | None = None,
        expires_at: str | None = None,
        agent_id: str | None = None,
        owner: Literal["user", "tenant"] | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> CreatedApiKey:
        """Create an API key.

        The key is shown only in this response. To rotate a key, create the new one, then revoke the old one.

        Needs a user's token with the scope `admin`.

        - scopes: `admin` includes `read` and `write`.
        - environment: The environment that the key belongs to.
        - expires_at: In the future. Without it, the key works until it is revoked.
        - agent_id: Binds the key to one agent.
        - owner: `user`: the key belongs to its creator, and its rights end with theirs. `tenant`: a service key,
        which outlives its creator; only owners and admins of the tenant create one.
        """
        fields: dict[str, Any] = {
            "name": name,
            "scopes": scopes,
            "environment": environment,
            "expiresAt": expires_at,
            "agentId": agent_id,
            "owner": owner,
        }
        result = self._caller.data(OPERATIONS["createApiKey"], fields, timeout, max_retries, request_id)
        return cast("CreatedApiKey", result)

    def list_api_keys(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> Listing[ApiKey]:
        """List API keys.

        Newest first, without revoked keys. Users see their own keys; owners and admins of the tenant see all.

        Needs a user's token with the scope `read`.

        - limit: Maximum number of items on a page.
        - cursor: `pagination.cursor` of the previous page. Opaque.
        """
        fields: dict[str, Any] = {
            "limit": limit,
            "cursor": cursor,
        }
        result = self._caller.listing(OPERATIONS["listApiKeys"], fields, timeout, max_retries, request_id)
        return cast("Listing[ApiKey]", result)

    def revoke_api_key(
        self,
        *,
        id: str,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> RevokedApiKey:
        """Revoke an API key.

        The key stops working everywhere within a second, permanently. Users revoke their own keys; owners and
        admins of the tenant revoke all.

        Needs a user's token with the scope `read`.
        """
        fields: dict[str, Any] = {
            "id": id,
        }
        result = self._caller.data(OPERATIONS["revokeApiKey"], fields, timeout, max_retries, request_id)
        return cast("RevokedApiKey", result)

    def list_secret_rules(
        self,
        *,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> SecretRuleList:
        """List the secret rules.

        A secret that a rule finds in an event is replaced by `[secret:<kind>:<fingerprint>]` before the event is
        stored. Equal tokens of a tenant have equal fingerprints; the fingerprint of a password that could be
        guessed is random in every event.

        Needs a user's token.
        """
        fields: dict[str, Any] = {}
        result = self._caller.data(OPERATIONS["listSecretRules"], fields, timeout, max_retries, request_id)
        return cast("SecretRuleList", result)

    def update_secret_rule(
        self,
        *,
        rule_id: str,
        is_enabled: bool,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> SecretRule:
        """Turn one rule on or off for the tenant.

        Needs an owner or admin of the tenant. Affects events captured from a second later on, not stored events.

        Needs a user's token.
        """
        fields: dict[str, Any] = {
            "ruleId": rule_id,
            "isEnabled": is_enabled,
        }
        result = self._caller.data(OPERATIONS["updateSecretRule"], fields, timeout, max_retries, request_id)
        return cast("SecretRule", result)

    def create_vault(
        self,
        *,
        name: str,
        description: str | None | Omitted = OMITTED,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> Vault:
        """Create a vault.

        A tenant has at most 1,000 vaults, and a user creates at most 100 of them; one more is a 409 that says which
        limit was reached.

        Needs a user's token.

        - name: Unique among the vaults that you created, ignoring case.
        """
        fields: dict[str, Any] = {
            "name": name,
            "description": description,
        }
        result = self._caller.data(OPERATIONS["createVault"], fields, timeout, max_retries, request_id)
        return cast("Vault", result)

    def list_vaults(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> Listing[Vault]:
        """List vaults.

        The vaults that you created; owners and admins of the tenant see all. In order of creation.

        Needs a user's token.

        - limit: Maximum number of items on a page.
        - cursor: `pagination.cursor` of the previous page. Opaque.
        """
        fields: dict[str, Any] = {
            "limit": limit,
            "cursor": cursor,
        }
        result = self._caller.listing(OPERATIONS["listVaults"], fields, timeout, max_retries, request_id)
        return cast("Listing[Vault]", result)

    def create_vault_item(
        self,
        *,
        id: str,
        name: str,
        type: Literal["api_key", "password", "token", "certificate", "note", "secret"],
        value: str,
        metadata: JsonObject | None = None,
        expires_at: str | None | Omitted = OMITTED,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> VaultItem:
        """Put a secret into a vault.

        An existing name gets a new version: type, metadata and expiry are replaced, and earlier values are kept, by
        default ten in total. A vault has at most 10,000 items; one more is a 409.

        Needs a user's token.

        - name: Identifies the item in its vault; the same name again creates a new version.
        - value: The secret. Only the response to a reveal contains it.
        - metadata: Data that helps to find it. Not encrypted, and shown in lists.
        - expires_at: It cannot be revealed after this time.
        """
        fields: dict[str, Any] = {
            "id": id,
            "name": name,
            "type": type,
            "value": value,
            "metadata": metadata,
            "expiresAt": expires_at,
        }
        result = self._caller.data(OPERATIONS["createVaultItem"], fields, timeout, max_retries, request_id)
        return cast("VaultItem", result)

    def list_vault_items(
        self,
        *,
        id: str,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> Listing[VaultItem]:
        """List the items of a vault.

        Without values. In order of creation.

        Needs a user's token.

        - limit: Maximum number of items on a page.
        - cursor: `pagination.cursor` of the previous page. Opaque.
        """
        fields: dict[str, Any] = {
            "id": id,
            "limit": limit,
            "cursor": cursor,
        }
        result = self._caller.listing(OPERATIONS["listVaultItems"], fields, timeout, max_retries, request_id)
        return cast("Listing[VaultItem]", result)

    def reveal_vault_item(
        self,
        *,
        id: str,
        item_id: str,
        reason: str | None | Omitted = OMITTED,
        version: int | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> RevealedSecret:
        """Reveal a secret.

        The value is returned only after the reveal is in the audit log of the vault. By default a user may reveal
        30 items a minute; more are a 429. A missing item and a version that is not kept any more are both a 404;
        the message says which.

        Needs a user's token.

        - reason: Kept in the audit log.
        - version: An earlier version that is still kept. Default: the newest.
        """
        fields: dict[str, Any] = {
            "id": id,
            "itemId": item_id,
            "reason": reason,
            "version": version,
        }
        result = self._caller.data(OPERATIONS["revealVaultItem"], fields, timeout, max_retries, request_id)
        return cast("RevealedSecret", result)

    def list_vault_audit(
        self,
        *,
        id: str,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> Listing[VaultAuditEntry]:
        """Read the audit log of a vault.

        Newest first. Entries are never changed or removed, and each contains the hash of the one before it. They
        contain no values.

        Needs a user's token.

        - limit: Maximum number of items on a page.
        - cursor: `pagination.cursor` of the previous page. Opaque.
        """
        fields: dict[str, Any] = {
            "id": id,
            "limit": limit,
            "cursor": cursor,
        }
        result = self._caller.listing(OPERATIONS["listVaultAudit"], fields, timeout, max_retries, request_id)
        return cast("Listing[VaultAuditEntry]", result)

    def create_organization(
        self,
        *,
        name: str,
        slug: str,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> Organization:
        """Create an organization.

        It belongs to the tenant of your token, and you become its owner. Every signed-in user may create one.

        Needs a user's token.

        - slug: Unique in the tenant. Lower-case letters and digits, with hyphens between them.
        """
        fields: dict[str, Any] = {
            "name": name,
            "slug": slug,
        }
        result = self._caller.data(OPERATIONS["createOrganization"], fields, timeout, max_retries, request_id)
        return cast("Organization", result)

    def list_organizations(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> Listing[Organization]:
        """List your organizations.

        The organizations of your token's tenant that you are a member of, newest first.

        Needs a user's token.

        - limit: Maximum number of items on a page.
        - cursor: `pagination.cursor` of the previous page. Opaque.
        """
        fields: dict[str, Any] = {
            "limit": limit,
            "cursor": cursor,
        }
        result = self._caller.listing(OPERATIONS["listOrganizations"], fields, timeout, max_retries, request_id)
        return cast("Listing[Organization]", result)

    def get_organization(
        self,
        *,
        org_id: str,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> Organization:
        """Read one organization.

        Needs a user's token whose role has the permission `org:read`.
        """
        fields: dict[str, Any] = {
            "orgId": org_id,
        }
        result = self._caller.data(OPERATIONS["getOrganization"], fields, timeout, max_retries, request_id)
        return cast("Organization", result)

    def update_organization(
        self,
        *,
        org_id: str,
        name: str | None = None,
        slug: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> Organization:
        """Change an organization.

        Fields that are not sent stay unchanged.

        Needs a user's token whose role has the permission `org:update`.

        - slug: Unique in the tenant. Lower-case letters and digits, with hyphens between them.
        """
        fields: dict[str, Any] = {
            "orgId": org_id,
            "name": name,
            "slug": slug,
        }
        result = self._caller.data(OPERATIONS["updateOrganization"], fields, timeout, max_retries, request_id)
        return cast("Organization", result)

    def create_lifecycle_policy(
        self,
        *,
        org_id: str,
        name: str,
        retention_days: int | None | Omitted = OMITTED,
        archive_after_days: int | None | Omitted = OMITTED,
        delete_after_days: int | None | Omitted = OMITTED,
        scope: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> LifecyclePolicy:
        """Create a lifecycle policy.

        It takes effect with the next sweep, by default within a minute. The age of a memory counts from its newest
        evidence or its restoration, that of an event from `occurredAt`. If several policies cover an item, only the
        most specific scope decides: `memory:<id>`, `namespace:<id>`, `agent:<id>`, `namespace:*` and `agent:*`,
        then `memory:*` and `*:*`. Among equally specific policies, each step happens at the latest time that one of
        them states, and never before their longest `retentionDays`.

        Needs a user's token whose role has the permission `lifecycle:manage`.

        - retention_days: Nothing is archived or deleted earlier; null for no minimum.
        - archive_after_days: Days after which a memory leaves synthesize and the lists; null for never.
        - delete_after_days: Days after which memories and events are deleted permanently; null for never.
        - scope: `memory:<id>`, `namespace:<id>`, `agent:<id>`, the same with `*` for every id, or `*:*` for
        everything. The more specific scope wins, in this order.
        """
        fields: dict[str, Any] = {
            "orgId": org_id,
            "name": name,
            "retentionDays": retention_days,
            "archiveAfterDays": archive_after_days,
            "deleteAfterDays": delete_after_days,
            "scope": scope,
        }
        result = self._caller.data(OPERATIONS["createLifecyclePolicy"], fields, timeout, max_retries, request_id)
        return cast("LifecyclePolicy", result)

    def list_lifecycle_policies(
        self,
        *,
        org_id: str,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> Listing[LifecyclePolicy]:
        """List the lifecycle policies of an organization.

        In order of creation.

        Needs a user's token whose role has the permission `org:read`.

        - limit: Maximum number of items on a page.
        - cursor: `pagination.cursor` of the previous page. Opaque.
        """
        fields: dict[str, Any] = {
            "orgId": org_id,
            "limit": limit,
            "cursor": cursor,
        }
        result = self._caller.listing(OPERATIONS["listLifecyclePolicies"], fields, timeout, max_retries, request_id)
        return cast("Listing[LifecyclePolicy]", result)

    def update_lifecycle_policy(
        self,
        *,
        org_id: str,
        policy_id: str,
        name: str | None = None,
        retention_days: int | None | Omitted = OMITTED,
        archive_after_days: int | None | Omitted = OMITTED,
        delete_after_days: int | None | Omitted = OMITTED,
        scope: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> LifecyclePolicy:
        """Change a lifecycle policy.

        Fields that are not sent stay unchanged. Memories that no policy archives any more are restored by the next
        sweep; deleted data is not.

        Needs a user's token whose role has the permission `lifecycle:manage`.

        - retention_days: Nothing is archived or deleted earlier; null for no minimum.
        - archive_after_days: Days after which a memory leaves synthesize and the lists; null for never.
        - delete_after_days: Days after which memories and events are deleted permanently; null for never.
        - scope: `memory:<id>`, `namespace:<id>`, `agent:<id>`, the same with `*` for every id, or `*:*` for
        everything. The more specific scope wins, in this order.
        """
        fields: dict[str, Any] = {
            "orgId": org_id,
            "policyId": policy_id,
            "name": name,
            "retentionDays": retention_days,
            "archiveAfterDays": archive_after_days,
            "deleteAfterDays": delete_after_days,
            "scope": scope,
        }
        result = self._caller.data(OPERATIONS["updateLifecyclePolicy"], fields, timeout, max_retries, request_id)
        return cast("LifecyclePolicy", result)

    def delete_lifecycle_policy(
        self,
        *,
        org_id: str,
        policy_id: str,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> DeletedLifecyclePolicy:
        """Delete a lifecycle policy.

        Memories that no other policy archives are restored by the next sweep; deleted data is not.

        Needs a user's token whose role has the permission `lifecycle:manage`.
        """
        fields: dict[str, Any] = {
            "orgId": org_id,
            "policyId": policy_id,
        }
        result = self._caller.data(OPERATIONS["deleteLifecyclePolicy"], fields, timeout, max_retries, request_id)
        return cast("DeletedLifecyclePolicy", result)

    def preview_lifecycle_policy(
        self,
        *,
        org_id: str,
        policy_id: str,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> LifecyclePreview:
        """Preview what a lifecycle policy would do now.

        Counts what the next sweep would archive and delete by this policy, in both environments, and changes
        nothing. Items that a more specific policy covers are not counted. Items that you may not read are counted
        but not named.

        Needs a user's token whose role has the permission `lifecycle:manage`.
        """
        fields: dict[str, Any] = {
            "orgId": org_id,
            "policyId": policy_id,
        }
        result = self._caller.data(OPERATIONS["previewLifecyclePolicy"], fields, timeout, max_retries, request_id)
        return cast("LifecyclePreview", result)

    def preview_lifecycle_change(
        self,
        *,
        org_id: str,
        scope: str,
        retention_days: int | None | Omitted = OMITTED,
        archive_after_days: int | None | Omitted = OMITTED,
        delete_after_days: int | None | Omitted = OMITTED,
        policy_id: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> LifecyclePreview:
        """Preview what a lifecycle policy would do before it is stored.

        Counts what the next sweep would archive and delete by a new policy with these values, or by `policyId` if
        it had them, as the preview of a stored policy does. It stores nothing.

        Needs a user's token whose role has the permission `lifecycle:manage`.

        - scope: `memory:<id>`, `namespace:<id>`, `agent:<id>`, the same with `*` for every id, or `*:*` for
        everything. The more specific scope wins, in this order.
        - retention_days: Nothing is archived or deleted earlier; null for no minimum.
        - archive_after_days: Days after which a memory leaves synthesize and the lists; null for never.
        - delete_after_days: Days after which memories and events are deleted permanently; null for never.
        - policy_id: The policy that would have these values. Without it, or if the organization has none with this
        id: a new one.
        """
        fields: dict[str, Any] = {
            "orgId": org_id,
            "scope": scope,
            "retentionDays": retention_days,
            "archiveAfterDays": archive_after_days,
            "deleteAfterDays": delete_after_days,
            "policyId": policy_id,
        }
        result = self._caller.data(OPERATIONS["previewLifecycleChange"], fields, timeout, max_retries, request_id)
        return cast("LifecyclePreview", result)

    def create_team(
        self,
        *,
        org_id: str,
        name: str,
        description: str | None | Omitted = OMITTED,
        member_ids: Sequence[str] | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> Team:
        """Create a team.

        An organization has at most 1,000 teams; one more is a 409.

        Needs a user's token whose role has the permission `team:create`.

        - name: Unique in the organization, ignoring case.
        - member_ids: Members of the organization to start with.
        """
        fields: dict[str, Any] = {
            "orgId": org_id,
            "name": name,
            "description": description,
            "memberIds": member_ids,
        }
        result = self._caller.data(OPERATIONS["createTeam"], fields, timeout, max_retries, request_id)
        return cast("Team", result)

    def list_teams(
        self,
        *,
        org_id: str,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> Listing[Team]:
        """List the teams of an organization.

        In order of creation.

        Needs a user's token whose role has the permission `team:list`.

        - limit: Maximum number of items on a page.
        - cursor: `pagination.cursor` of the previous page. Opaque.
        """
        fields: dict[str, Any] = {
            "orgId": org_id,
            "limit": limit,
            "cursor": cursor,
        }
        result = self._caller.listing(OPERATIONS["listTeams"], fields, timeout, max_retries, request_id)
        return cast("Listing[Team]", result)

    def get_team(
        self,
        *,
        org_id: str,
        team_id: str,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> TeamDetail:
        """Read one team, with its members.

        Shows at most the first 1,000 members; `memberCount` is the number of all. Invited persons are not members
        yet.

        Needs a user's token whose role has the permission `team:list`.
        """
        fields: dict[str, Any] = {
            "orgId": org_id,
            "teamId": team_id,
        }
        result = self._caller.data(OPERATIONS["getTeam"], fields, timeout, max_retries, request_id)
        return cast("TeamDetail", result)

    def update_team(
        self,
        *,
        org_id: str,
        team_id: str,
        name: str | None = None,
        description: str | None | Omitted = OMITTED,
        member_ids: Sequence[str] | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> Team:
        """Change a team.

        Fields that are not sent stay unchanged. `memberIds` replaces the members, with immediate effect on every
        policy and namespace that names the team; open invitations to it stay.

        Needs a user's token whose role has the permission `team:update`.

        - name: Unique in the organization, ignoring case.
        - member_ids: The complete list of members; it replaces the present one.
        """
        fields: dict[str, Any] = {
            "orgId": org_id,
            "teamId": team_id,
            "name": name,
            "description": description,
            "memberIds": member_ids,
        }
        result = self._caller.data(OPERATIONS["updateTeam"], fields, timeout, max_retries, request_id)
        return cast("Team", result)

    def delete_team(
        self,
        *,
        org_id: str,
        team_id: str,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> DeletedTeam:
        """Delete a team.

        Its members stay in the organization, and its agent identities stay without a team. Its namespaces lose the
        team: a confidential namespace without teams is open only to owners and admins.

        Needs a user's token whose role has the permission `team:delete`.
        """
        fields: dict[str, Any] = {
            "orgId": org_id,
            "teamId": team_id,
        }
        result = self._caller.data(OPERATIONS["deleteTeam"], fields, timeout, max_retries, request_id)
        return cast("DeletedTeam", result)

    def invite_member(
        self,
        *,
        org_id: str,
        email: str,
        role: Literal["owner", "admin", "manager", "developer", "analyst", "viewer"],
        team_ids: Sequence[str] | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> Invitation:
        """Invite a person to an organization.

        The invitation's token is shown only in this response. Hand it to the invited person, who registers with it
        as `invitationToken` or, with an account for that e-mail address, accepts it. Inviting the same address
        again replaces the open invitation and its token. It works only while you may still send it: if you lose the
        role that allows it, it is withdrawn.

        Needs a user's token whose role has the permission `member:invite`.

        - email: Kept in lower case.
        - role: Not above your own.
        - team_ids: Teams to join with the organization.
        """
        fields: dict[str, Any] = {
            "orgId": org_id,
            "email": email,
            "role": role,
            "teamIds": team_ids,
        }
        result = self._caller.data(OPERATIONS["inviteMember"], fields, timeout, max_retries, request_id)
        return cast("Invitation", result)

    def list_members(
        self,
        *,
        org_id: str,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> Listing[Member]:
        """List the members of an organization.

        In order of joining. Open invitations are included, with the status `invited`.

        Needs a user's token whose role has the permission `member:list`.

        - limit: Maximum number of items on a page.
        - cursor: `pagination.cursor` of the previous page. Opaque.
        """
        fields: dict[str, Any] = {
            "orgId": org_id,
            "limit": limit,
            "cursor": cursor,
        }
        result = self._caller.listing(OPERATIONS["listMembers"], fields, timeout, max_retries, request_id)
        return cast("Listing[Member]", result)

    def update_member(
        self,
        *,
        org_id: str,
        member_id: str,
        role: Literal["owner", "admin", "manager", "developer", "analyst", "viewer"] | None = None,
        team_ids: Sequence[str] | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> Member:
        """Change the role or the teams of a member.

        Works for open invitations too, and makes you the one who invites. Fields that are not sent stay unchanged;
        a list of teams replaces the present one. Granting a role above your own, or changing a member above you, is
        a 403. The last owner cannot lose the role. Open invitations of the member that the new role could not send
        are withdrawn.

        Needs a user's token whose role has the permission `member:update_role`.

        - role: Not above your own.
        - team_ids: The complete list of their teams.
        """
        fields: dict[str, Any] = {
            "orgId": org_id,
            "memberId": member_id,
            "role": role,
            "teamIds": team_ids,
        }
        result = self._caller.data(OPERATIONS["updateMember"], fields, timeout, max_retries, request_id)
        return cast("Member", result)

    def remove_member(
        self,
        *,
        org_id: str,
        member_id: str,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> RemovedMember:
        """Remove a member.

        Also withdraws an open invitation: its token stops working. The open invitations of a removed member are
        withdrawn. Removing a member above you is a 403. The last owner cannot be removed.

        Needs a user's token whose role has the permission `member:remove`.
        """
        fields: dict[str, Any] = {
            "orgId": org_id,
            "memberId": member_id,
        }
        result = self._caller.data(OPERATIONS["removeMember"], fields, timeout, max_retries, request_id)
        return cast("RemovedMember", result)

    def issue_password_reset(
        self,
        *,
        org_id: str,
        member_id: str,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> PasswordReset:
        """Let a member set a new password.

        For owners and admins of a tenant-wide organization who are tenant admins. The member must not rank above
        you in any of their organizations, and you must be owner or admin in each. The token is shown only in this
        response, works once and for an hour, and replaces an earlier one. A 409 for yourself, for an open
        invitation, for the owner of the tenant, for a user of another tenant, too, and for a user of an identity
        provider.

        Needs a user's token whose role has the permission `member:update_role`.
        """
        fields: dict[str, Any] = {
            "orgId": org_id,
            "memberId": member_id,
        }
        result = self._caller.data(OPERATIONS["issuePasswordReset"], fields, timeout, max_retries, request_id)
        return cast("PasswordReset", result)

    def accept_invitation(
        self,
        *,
        token: str,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> AcceptedInvitation:
        """Accept an invitation.

        For those who have an account: the invitation must be to your own e-mail address. Log in with the answered
        tenant's id for a token there.

        Needs a user's token.

        - token: The `invitationToken`.
        """
        fields: dict[str, Any] = {
            "token": token,
        }
        result = self._caller.data(OPERATIONS["acceptInvitation"], fields, timeout, max_retries, request_id)
        return cast("AcceptedInvitation", result)

    def create_agent(
        self,
        *,
        org_id: str,
        name: str,
        description: str | None | Omitted = OMITTED,
        framework: str | None | Omitted = OMITTED,
        team_id: str | None | Omitted = OMITTED,
        metadata: JsonObject | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> Agent:
        """Create an agent identity.

        Events that name this agent by its id are governed by the policies of this organization. An organization has
        at most 10,000 agent identities; one more is a 409.

        Needs a user's token whose role has the permission `agent:create`.

        - name: Unique in the organization, ignoring case.
        - framework: The framework it is built with.
        - team_id: The team that it belongs to.
        - metadata: Stored unchanged. At most 16 KiB of JSON.
        """
        fields: dict[str, Any] = {
            "orgId": org_id,
            "name": name,
            "description": description,
            "framework": framework,
            "teamId": team_id,
            "metadata": metadata,
        }
        result = self._caller.data(OPERATIONS["createAgent"], fields, timeout, max_retries, request_id)
        return cast("Agent", result)

    def list_agents(
        self,
        *,
        org_id: str,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> Listing[Agent]:
        """List the agent identities of an organization.

        In order of creation.

        Needs a user's token whose role has the permission `agent:read`.

        - limit: Maximum number of items on a page.
        - cursor: `pagination.cursor` of the previous page. Opaque.
        """
        fields: dict[str, Any] = {
            "orgId": org_id,
            "limit": limit,
            "cursor": cursor,
        }
        result = self._caller.listing(OPERATIONS["listAgents"], fields, timeout, max_retries, request_id)
        return cast("Listing[Agent]", result)

    def update_agent(
        self,
        *,
        org_id: str,
        agent_id: str,
        name: str | None = None,
        description: str | None | Omitted = OMITTED,
        framework: str | None | Omitted = OMITTED,
        team_id: str | None | Omitted = OMITTED,
        metadata: JsonObject | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> Agent:
        """Change an agent identity.

        Fields that are not sent stay unchanged; null clears a field. `metadata` is replaced as a whole.

        Needs a user's token whose role has the permission `agent:update`.

        - name: Unique in the organization, ignoring case.
        - framework: The framework it is built with.
        - team_id: The team that it belongs to.
        - metadata: Stored unchanged. At most 16 KiB of JSON.
        """
        fields: dict[str, Any] = {
            "orgId": org_id,
            "agentId": agent_id,
            "name": name,
            "description": description,
            "framework": framework,
            "teamId": team_id,
            "metadata": metadata,
        }
        result = self._caller.data(OPERATIONS["updateAgent"], fields, timeout, max_retries, request_id)
        return cast("Agent", result)

    def delete_agent(
        self,
        *,
        org_id: str,
        agent_id: str,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> DeletedAgent:
        """Delete an agent identity.

        Its data stays, and belongs to no organization any more unless it is in a namespace. API keys bound to it
        are denied everything from then on.

        Needs a user's token whose role has the permission `agent:delete`.
        """
        fields: dict[str, Any] = {
            "orgId": org_id,
            "agentId": agent_id,
        }
        result = self._caller.data(OPERATIONS["deleteAgent"], fields, timeout, max_retries, request_id)
        return cast("DeletedAgent", result)

    def create_namespace(
        self,
        *,
        org_id: str,
        name: str,
        description: str | None | Omitted = OMITTED,
        sensitivity: Literal["public", "internal", "confidential", "restricted"] | None = None,
        team_ids: Sequence[str] | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> Namespace:
        """Create a namespace.

        Events in it are governed by the policies of this organization. An organization has at most 10,000
        namespaces; one more is a 409.

        Needs a user's token whose role has the permission `namespace:create`.

        - name: Unique in the organization, ignoring case.
        - sensitivity: If no policy decides, `public` and `internal` can be read by the whole tenant, `confidential`
        and `restricted` by the namespace's teams and the organization's owners and admins.
        - team_ids: The teams that may read it.
        """
        fields: dict[str, Any] = {
            "orgId": org_id,
            "name": name,
            "description": description,
            "sensitivity": sensitivity,
            "teamIds": team_ids,
        }
        result = self._caller.data(OPERATIONS["createNamespace"], fields, timeout, max_retries, request_id)
        return cast("Namespace", result)

    def list_namespaces(
        self,
        *,
        org_id: str,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> Listing[Namespace]:
        """List the namespaces of an organization.

        In order of creation. Being listed does not mean that you may read the data in a namespace: policies decide
        that.

        Needs a user's token whose role has the permission `namespace:read`.

        - limit: Maximum number of items on a page.
        - cursor: `pagination.cursor` of the previous page. Opaque.
        """
        fields: dict[str, Any] = {
            "orgId": org_id,
            "limit": limit,
            "cursor": cursor,
        }
        result = self._caller.listing(OPERATIONS["listNamespaces"], fields, timeout, max_retries, request_id)
        return cast("Listing[Namespace]", result)

    def update_namespace(
        self,
        *,
        org_id: str,
        namespace_id: str,
        name: str | None = None,
        description: str | None | Omitted = OMITTED,
        sensitivity: Literal["public", "internal", "confidential", "restricted"] | None = None,
        team_ids: Sequence[str] | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> Namespace:
        """Change a namespace.

        Fields that are not sent stay unchanged. A change of sensitivity or teams takes effect everywhere within a
        second.

        Needs a user's token whose role has the permission `namespace:update`.

        - name: Unique in the organization, ignoring case.
        - sensitivity: If no policy decides, `public` and `internal` can be read by the whole tenant, `confidential`
        and `restricted` by the namespace's teams and the organization's owners and admins.
        - team_ids: The teams that may read it.
        """
        fields: dict[str, Any] = {
            "orgId": org_id,
            "namespaceId": namespace_id,
            "name": name,
            "description": description,
            "sensitivity": sensitivity,
            "teamIds": team_ids,
        }
        result = self._caller.data(OPERATIONS["updateNamespace"], fields, timeout, max_retries, request_id)
        return cast("Namespace", result)

    def create_policy(
        self,
        *,
        org_id: str,
        name: str,
        effect: Literal["allow", "deny"],
        resource: str,
        action: Literal["read", "write", "*"],
        priority: int,
        conditions: PolicyConditions | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> Policy:
        """Create a policy.

        Takes effect everywhere within a second. It governs data in the namespaces of this organization, data of its
        agents outside namespaces, and (together with the policies of the tenant's other organizations) data that
        belongs to no organization. Names need not be unique. An organization has at most 1,000 policies, of which
        at most 100 have a condition on `resource.tags`.

        Needs a user's token whose role has the permission `policy:create`.

        - name: Need not be unique.
        - resource: `namespace:<id>`, `agent:<id>`, `memory:<id>` or `artifact:<id>`, with `*` for every id; `*:*`
        for everything.
        - action: `write` is capture; `*` is both.
        - priority: The highest wins; at equal priority, `deny` wins.
        """
        fields: dict[str, Any] = {
            "orgId": org_id,
            "name": name,
            "effect": effect,
            "resource": resource,
            "action": action,
            "priority": priority,
            "conditions": conditions,
        }
        result = self._caller.data(OPERATIONS["createPolicy"], fields, timeout, max_retries, request_id)
        return cast("Policy", result)

    def list_policies(
        self,
        *,
        org_id: str,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> Listing[Policy]:
        """List the policies of an organization.

        In order of creation, which is not the order of precedence.

        Needs a user's token whose role has the permission `policy:read`.

        - limit: Maximum number of items on a page.
        - cursor: `pagination.cursor` of the previous page. Opaque.
        """
        fields: dict[str, Any] = {
            "orgId": org_id,
            "limit": limit,
            "cursor": cursor,
        }
        result = self._caller.listing(OPERATIONS["listPolicies"], fields, timeout, max_retries, request_id)
        return cast("Listing[Policy]", result)

    def update_policy(
        self,
        *,
        org_id: str,
        policy_id: str,
        name: str | None = None,
        effect: Literal["allow", "deny"] | None = None,
        resource: str | None = None,
        action: Literal["read", "write", "*"] | None = None,
        conditions: PolicyConditions | None = None,
        priority: int | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> Policy:
        """Change a policy.

        Fields that are not sent stay unchanged; `conditions` are replaced as a whole. Takes effect everywhere
        within a second.

        Needs a user's token whose role has the permission `policy:update`.

        - resource: `namespace:<id>`, `agent:<id>`, `memory:<id>` or `artifact:<id>`, with `*` for every id; `*:*`
        for everything.
        - action: `write` is capture; `*` is both.
        - conditions: Replaces all conditions.
        - priority: The highest wins; at equal priority, `deny` wins.
        """
        fields: dict[str, Any] = {
            "orgId": org_id,
            "policyId": policy_id,
            "name": name,
            "effect": effect,
            "resource": resource,
            "action": action,
            "conditions": conditions,
            "priority": priority,
        }
        result = self._caller.data(OPERATIONS["updatePolicy"], fields, timeout, max_retries, request_id)
        return cast("Policy", result)

    def delete_policy(
        self,
        *,
        org_id: str,
        policy_id: str,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> DeletedPolicy:
        """Delete a policy.

        Takes effect everywhere within a second.

        Needs a user's token whose role has the permission `policy:update`.
        """
        fields: dict[str, Any] = {
            "orgId": org_id,
            "policyId": policy_id,
        }
        result = self._caller.data(OPERATIONS["deletePolicy"], fields, timeout, max_retries, request_id)
        return cast("DeletedPolicy", result)

    def evaluate_policy(
        self,
        *,
        org_id: str,
        principal: str | EvaluatePolicyRequestPrincipal,
        action: Literal["read", "write"],
        resource: str,
        context: EvaluatePolicyRequestContext | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> PolicyEvaluation:
        """Evaluate a request against the policies.

        A dry run: returns the decision and its reason, and changes nothing. Namespace, agent, tags and sources of a
        stored memory or artifact are looked up, so the decision is the one that would be enforced. A policy of
        another organization of the tenant is not named.

        Needs a user's token whose role has the permission `policy:read`.

        - principal: The id of a user or an API key, or an object with further assumptions.
        - resource: One memory or artifact (`memory:<id>`, `artifact:<id>`), or the data in a namespace or of an
        agent (`namespace:<id>`, `agent:<id>`).
        - context: Assumptions that override what is stored.
        """
        fields: dict[str, Any] = {
            "orgId": org_id,
            "principal": principal,
            "action": action,
            "resource": resource,
            "context": context,
        }
        result = self._caller.data(OPERATIONS["evaluatePolicy"], fields, timeout, max_retries, request_id)
        return cast("PolicyEvaluation", result)

    def list_audit(
        self,
        *,
        org_id: str,
        limit: int | None = None,
        cursor: str | None = None,
        action: str | None = None,
        actor_id: str | None = None,
        resource_type: str | None = None,
        start_date: str | None = None,
        end_date: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> Listing[AuditEntry]:
        """Read the audit log.

        Every change and every denial, newest first. Filters are combined with AND. Entries are never changed or
        removed, and each contains the hash of the one before it.

        Needs a user's token whose role has the permission `audit:read`.

        - limit: Maximum number of items on a page.
        - cursor: `pagination.cursor` of the previous page. Opaque.
        - action: Such as `policy.update`.
        - actor_id: The id of the user or API key that acted.
        - resource_type: Such as `policy`: the first part of `action`.
        - start_date: Start of the range, inclusive. A date means its midnight in UTC.
        - end_date: End of the range, exclusive; later than `startDate`. A date means its midnight in UTC.
        """
        fields: dict[str, Any] = {
            "orgId": org_id,
            "limit": limit,
            "cursor": cursor,
            "action": action,
            "actorId": actor_id,
            "resourceType": resource_type,
            "startDate": start_date,
            "endDate": end_date,
        }
        result = self._caller.listing(OPERATIONS["listAudit"], fields, timeout, max_retries, request_id)
        return cast("Listing[AuditEntry]", result)

    def list_access_logs(
        self,
        *,
        org_id: str,
        limit: int | None = None,
        cursor: str | None = None,
        memory_id: str | None = None,
        actor_id: str | None = None,
        agent_id: str | None = None,
        action: Literal["synthesize", "list", "read", "lineage"] | None = None,
        start_date: str | None = None,
        end_date: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> Listing[AccessEntry]:
        """Read the access log.

        Every memory that a request returned, newest first: of the organization's namespaces and agents, and of data
        that belongs to no organization. Filters are combined with AND. `pagination.total` counts no further than
        1,000.

        Needs a user's token whose role has the permission `audit:read`.

        - limit: Maximum number of items on a page.
        - cursor: `pagination.cursor` of the previous page. Opaque.
        - memory_id: The memory that was returned.
        - actor_id: The id of the user or API key that received it.
        - agent_id: The agent that the API key is bound to.
        - action: The operation that returned it.
        - start_date: Start of the range, inclusive. A date means its midnight in UTC.
        - end_date: End of the range, exclusive; later than `startDate`. A date means its midnight in UTC.
        """
        fields: dict[str, Any] = {
            "orgId": org_id,
            "limit": limit,
            "cursor": cursor,
            "memoryId": memory_id,
            "actorId": actor_id,
            "agentId": agent_id,
            "action": action,
            "startDate": start_date,
            "endDate": end_date,
        }
        result = self._caller.listing(OPERATIONS["listAccessLogs"], fields, timeout, max_retries, request_id)
        return cast("Listing[AccessEntry]", result)

    def get_lineage(
        self,
        *,
        org_id: str,
        memory_id: str,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> Lineage:
        """Read the lineage of a memory.

        Its source events and the artifacts compiled from it. Data that policies hide from you is neither named nor
        counted. A memory that another organization of the tenant governs is a 404.

        Needs a user's token whose role has the permission `lineage:read`.
        """
        fields: dict[str, Any] = {
            "orgId": org_id,
            "memoryId": memory_id,
        }
        result = self._caller.data(OPERATIONS["getLineage"], fields, timeout, max_retries, request_id)
        return cast("Lineage", result)

    def get_lineage_graph(
        self,
        *,
        org_id: str,
        memory_id: str,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> LineageGraph:
        """Read the lineage graph around a memory.

        The directed graph from source events through memories to compiled artifacts: the memory, its events, the
        artifacts compiled from it, the other memories behind those artifacts, and their events. At most 1,000
        nodes, the nearest first. Data that policies hide from you is left out. A memory that another organization
        of the tenant governs is a 404.

        Needs a user's token whose role has the permission `lineage:read`.
        """
        fields: dict[str, Any] = {
            "orgId": org_id,
            "memoryId": memory_id,
        }
        result = self._caller.data(OPERATIONS["getLineageGraph"], fields, timeout, max_retries, request_id)
        return cast("LineageGraph", result)

    def get_health(
        self,
        *,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> Health:
        """Read the service's health.

        200 when all subsystems are healthy; 503 with the same record in `data` when one is degraded or unhealthy.
        """
        fields: dict[str, Any] = {}
        result = self._caller.data(OPERATIONS["getHealth"], fields, timeout, max_retries, request_id)
        return cast("Health", result)

    def probe(
        self,
        *,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> FlatHealth:
        """Probe the service.

        The health in short form, for load balancers and orchestrators.
        """
        fields: dict[str, Any] = {}
        result = self._caller.json(OPERATIONS["probe"], fields, timeout, max_retries, request_id)
        return cast("FlatHealth", result)

    def read_key_set(
        self,
        *,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> JsonWebKeySet:
        """Read the public keys of tokens.

        The public keys that verify the tokens of this deployment.
        """
        fields: dict[str, Any] = {}
        result = self._caller.json(OPERATIONS["readKeySet"], fields, timeout, max_retries, request_id)
        return cast("JsonWebKeySet", result)

    def read_document(
        self,
        *,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> JsonObject:
        """Read this document.

        OpenAPI 3.1. Responds 304 if `If-None-Match` names the current version.
        """
        fields: dict[str, Any] = {}
        result = self._caller.json(OPERATIONS["readDocument"], fields, timeout, max_retries, request_id)
        return cast("JsonObject", result)

    def read_reference(
        self,
        *,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> str:
        """Read the reference.

        This document as a page.
        """
        fields: dict[str, Any] = {}
        result = self._caller.text(OPERATIONS["readReference"], fields, timeout, max_retries, request_id)
        return result
