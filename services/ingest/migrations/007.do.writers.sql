-- Who captured an event or a batch: {actorId, actorType, keyId}. Unknown for what is stored already.
alter table events add column writer json;
alter table batch_chunks add column writer json;
