-- Works with 0.1.0 and later.
-- The trace of the call that asked for the run, as W3C Trace Context writes it; empty for a run without one, which begins a trace of its own.
alter table runs add column traceparent text;
