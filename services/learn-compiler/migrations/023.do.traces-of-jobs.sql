-- A job goes on with the trace of the request that asked for it (W3C Trace Context).
alter table jobs add column traceparent text;
