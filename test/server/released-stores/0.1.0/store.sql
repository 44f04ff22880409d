
SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
CREATE SCHEMA millrace;
CREATE SCHEMA millrace_queue;
CREATE TYPE millrace_queue.job_state AS ENUM (
    'created',
    'retry',
    'active',
    'completed',
    'cancelled',
    'failed'
);
CREATE FUNCTION millrace.mark_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  new.changed_in = pg_current_xact_id();
  return new;
end $$;
CREATE FUNCTION millrace.scope_is_system() RETURNS boolean
    LANGUAGE sql STABLE
    AS $$ select coalesce(current_setting('millrace.system', true), '') = 'on' $$;
CREATE FUNCTION millrace.scope_organization() RETURNS uuid
    LANGUAGE sql STABLE
    AS $$ select nullif(current_setting('millrace.organization', true), '')::uuid $$;
CREATE FUNCTION millrace.scope_user() RETURNS text
    LANGUAGE sql STABLE
    AS $$ select nullif(current_setting('millrace.user', true), '') $$;
CREATE FUNCTION millrace.tell_deleted_run() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform pg_notify('millrace_cancel', old.id::text);
  return null;
end $$;
CREATE FUNCTION millrace.waiting_of(of_organization uuid, of_turn integer, of_queued_at timestamp with time zone, room integer, most integer) RETURNS json
    LANGUAGE sql STABLE
    SET "millrace.system" TO 'on'
    AS $$
  select json_build_object(
    'active', (select count(*) from runs where organization_id = of_organization and status in ('running', 'committing') and retry_at is null),
    'before', (select count(*) from (
      select from runs waiting
      where status = 'queued' and (turn < of_turn or (turn = of_turn and queued_at < of_queued_at))
        and (select count(*) from runs beside where beside.organization_id = waiting.organization_id
          and beside.status in ('running', 'committing') and beside.retry_at is null) < room
      limit most) waiting))
$$;
CREATE FUNCTION millrace_queue.create_queue(queue_name text, options jsonb) RETURNS void
    LANGUAGE plpgsql
    AS $_$
    DECLARE
      tablename varchar := CASE WHEN options->>'partition' = 'true'
                            THEN 'j' || encode(sha224(queue_name::bytea), 'hex')
                            ELSE 'job_common'
                            END;
      queue_created_on timestamptz;
    BEGIN
      WITH q as (
        INSERT INTO millrace_queue.queue (
          name,
          policy,
          retry_limit,
          retry_delay,
          retry_backoff,
          retry_delay_max,
          expire_seconds,
          retention_seconds,
          deletion_seconds,
          warning_queued,
          dead_letter,
          partition,
          table_name,
          heartbeat_seconds,
          notify,
          created_on,
          updated_on
        )
        VALUES (
          queue_name,
          options->>'policy',
          COALESCE((options->>'retryLimit')::int, 2),
          COALESCE((options->>'retryDelay')::int, 0),
          COALESCE((options->>'retryBackoff')::bool, false),
          (options->>'retryDelayMax')::int,
          COALESCE((options->>'expireInSeconds')::int, 900),
          COALESCE((options->>'retentionSeconds')::int, 1209600),
          COALESCE((options->>'deleteAfterSeconds')::int, 604800),
          COALESCE((options->>'warningQueueSize')::int, 0),
          options->>'deadLetter',
          COALESCE((options->>'partition')::bool, false),
          tablename,
          (options->>'heartbeatSeconds')::int,
          COALESCE((options->>'notify')::bool, false),
          millrace_queue.job_now(),
          millrace_queue.job_now()
        )
        ON CONFLICT DO NOTHING
        RETURNING created_on
      )
      SELECT created_on into queue_created_on from q;
      IF queue_created_on IS NULL OR options->>'partition' IS DISTINCT FROM 'true' THEN
        RETURN;
      END IF;
      EXECUTE format('CREATE TABLE millrace_queue.%I (LIKE millrace_queue.job INCLUDING DEFAULTS)', tablename);
      EXECUTE millrace_queue.job_table_format($cmd$ALTER TABLE millrace_queue.job ADD PRIMARY KEY (name, id)$cmd$, tablename);
      EXECUTE millrace_queue.job_table_format($cmd$ALTER TABLE millrace_queue.job ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES millrace_queue.queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED$cmd$, tablename);
      EXECUTE millrace_queue.job_table_format($cmd$ALTER TABLE millrace_queue.job ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES millrace_queue.queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED$cmd$, tablename);
      EXECUTE millrace_queue.job_table_format($cmd$CREATE INDEX job_i11 ON millrace_queue.job (name, priority DESC, created_on, start_after) WHERE state < 'active' AND NOT blocked$cmd$, tablename);
      EXECUTE millrace_queue.job_table_format($cmd$CREATE UNIQUE INDEX job_i4 ON millrace_queue.job (name, singleton_on, COALESCE(singleton_key, '')) WHERE state <> 'cancelled' AND singleton_on IS NOT NULL$cmd$, tablename);
      EXECUTE millrace_queue.job_table_format($cmd$CREATE INDEX job_i7 ON millrace_queue.job (name, group_id) WHERE state = 'active' AND group_id IS NOT NULL$cmd$, tablename);
      EXECUTE millrace_queue.job_table_format($cmd$CREATE INDEX job_i9 ON millrace_queue.job (name, id) WHERE blocking AND state = 'completed'$cmd$, tablename);
      EXECUTE millrace_queue.job_table_format($cmd$CREATE INDEX job_i12 ON millrace_queue.job (source_root_id) WHERE source_root_id IS NOT NULL$cmd$, tablename);
      IF options->>'policy' = 'short' THEN
        EXECUTE millrace_queue.job_table_format($cmd$CREATE UNIQUE INDEX job_i1 ON millrace_queue.job (name, COALESCE(singleton_key, '')) WHERE state = 'created' AND policy = 'short'$cmd$, tablename);
      ELSIF options->>'policy' = 'singleton' THEN
        EXECUTE millrace_queue.job_table_format($cmd$CREATE UNIQUE INDEX job_i2 ON millrace_queue.job (name, COALESCE(singleton_key, '')) WHERE state = 'active' AND policy = 'singleton'$cmd$, tablename);
      ELSIF options->>'policy' = 'stately' THEN
        EXECUTE millrace_queue.job_table_format($cmd$CREATE UNIQUE INDEX job_i3 ON millrace_queue.job (name, state, COALESCE(singleton_key, '')) WHERE state <= 'active' AND policy = 'stately'$cmd$, tablename);
      ELSIF options->>'policy' = 'exclusive' THEN
        EXECUTE millrace_queue.job_table_format($cmd$CREATE UNIQUE INDEX job_i6 ON millrace_queue.job (name, COALESCE(singleton_key, '')) WHERE state <= 'active' AND policy = 'exclusive'$cmd$, tablename);
      ELSIF options->>'policy' = 'key_strict_fifo' THEN
        EXECUTE millrace_queue.job_table_format($cmd$CREATE UNIQUE INDEX job_i8 ON millrace_queue.job (name, singleton_key) WHERE state IN ('active', 'retry', 'failed') AND policy = 'key_strict_fifo'$cmd$, tablename);
        EXECUTE millrace_queue.job_table_format($cmd$CREATE INDEX job_i10 ON millrace_queue.job (name, singleton_key, state DESC, created_on, id) INCLUDE (start_after) WHERE state < 'active' AND NOT blocked AND policy = 'key_strict_fifo'$cmd$, tablename);
        EXECUTE millrace_queue.job_table_format($cmd$ALTER TABLE millrace_queue.job ADD CONSTRAINT job_key_strict_fifo_singleton_key_check CHECK (NOT (policy = 'key_strict_fifo' AND singleton_key IS NULL))$cmd$, tablename);
      END IF;
      EXECUTE format('ALTER TABLE millrace_queue.%I ADD CONSTRAINT cjc CHECK (name=%L)', tablename, queue_name);
      EXECUTE format('ALTER TABLE millrace_queue.job ATTACH PARTITION millrace_queue.%I FOR VALUES IN (%L)', tablename, queue_name);
    END;
    $_$;
CREATE FUNCTION millrace_queue.delete_queue(queue_name text) RETURNS void
    LANGUAGE plpgsql
    AS $$
    DECLARE
      v_table varchar;
      v_partition bool;
    BEGIN
      
      SELECT table_name, partition
      FROM millrace_queue.queue
      WHERE name = queue_name
      INTO v_table, v_partition;
      IF v_partition THEN
        EXECUTE format('DROP TABLE IF EXISTS millrace_queue.%I', v_table);
      ELSE
        EXECUTE format('DELETE FROM millrace_queue.%I WHERE name = %L', v_table, queue_name);
      END IF;
    
      DELETE FROM millrace_queue.queue WHERE name = queue_name;
    END;
    $$;
CREATE FUNCTION millrace_queue.job_now() RETURNS timestamp with time zone
    LANGUAGE sql STABLE
    AS $$
      SELECT pg_catalog.now();
    $$;
CREATE FUNCTION millrace_queue.job_table_format(command text, table_name text) RETURNS text
    LANGUAGE sql IMMUTABLE
    AS $_$
      SELECT format(
        regexp_replace(
          regexp_replace(command, '\.job\y', '.%1$I', 'g'),
          '\yjob_i(\d+)', '%1$s_i\1', 'g'
        ),
        table_name
      );
    $_$;
CREATE FUNCTION millrace_queue.job_table_run(command text, tbl_name text DEFAULT NULL::text, queue_name text DEFAULT NULL::text) RETURNS void
    LANGUAGE plpgsql
    AS $$
    DECLARE
      tbl RECORD;
    BEGIN
      IF queue_name IS NOT NULL THEN
        SELECT table_name INTO tbl_name FROM millrace_queue.queue WHERE name = queue_name;
      END IF;
      IF tbl_name IS NOT NULL THEN
        EXECUTE millrace_queue.job_table_format(command, tbl_name);
        RETURN;
      END IF;
      EXECUTE millrace_queue.job_table_format(command, 'job_common');
      FOR tbl IN SELECT table_name FROM millrace_queue.queue WHERE partition = true
      LOOP
        EXECUTE millrace_queue.job_table_format(command, tbl.table_name);
      END LOOP;
    END;
    $$;
CREATE FUNCTION millrace_queue.job_table_run_async(command_name text, version integer, command text, tbl_name text DEFAULT NULL::text, queue_name text DEFAULT NULL::text) RETURNS void
    LANGUAGE plpgsql
    AS $$
    BEGIN
      IF queue_name IS NOT NULL THEN
        SELECT table_name INTO tbl_name FROM millrace_queue.queue WHERE name = queue_name;
      END IF;
      IF tbl_name IS NOT NULL THEN
        INSERT INTO millrace_queue.bam (name, version, status, queue, table_name, command)
        VALUES (
          command_name,
          version,
          'pending',
          queue_name,
          tbl_name,
          millrace_queue.job_table_format(command, tbl_name)
        );
        RETURN;
      END IF;
      INSERT INTO millrace_queue.bam (name, version, status, queue, table_name, command)
      SELECT
        command_name,
        version,
        'pending',
        NULL,
        'job_common',
        millrace_queue.job_table_format(command, 'job_common')
      UNION ALL
      SELECT
        command_name,
        version,
        'pending',
        queue.name,
        queue.table_name,
        millrace_queue.job_table_format(command, queue.table_name)
      FROM millrace_queue.queue
      WHERE partition = true;
    END;
    $$;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE millrace.alert_channels (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    organization_id uuid NOT NULL,
    kind text NOT NULL,
    url text,
    secrets jsonb,
    recipients text[] DEFAULT '{}'::text[] NOT NULL,
    events text[] NOT NULL,
    rejects_above double precision DEFAULT 0 NOT NULL,
    flow_ids uuid[],
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE ONLY millrace.alert_channels FORCE ROW LEVEL SECURITY;
CREATE TABLE millrace.alert_deliveries (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    organization_id uuid NOT NULL,
    channel_id uuid NOT NULL,
    event text NOT NULL,
    message jsonb NOT NULL,
    state text DEFAULT 'waiting'::text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    raised_at timestamp with time zone DEFAULT now() NOT NULL,
    next_try_at timestamp with time zone DEFAULT now(),
    tried_at timestamp with time zone,
    status integer,
    answer text
);
ALTER TABLE ONLY millrace.alert_deliveries FORCE ROW LEVEL SECURITY;
CREATE TABLE millrace.audit_events (
    id bigint NOT NULL,
    organization_id uuid NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    actor_uid text NOT NULL,
    actor_name text,
    action text NOT NULL,
    target_id text,
    target_name text,
    address text,
    changes jsonb
);
ALTER TABLE ONLY millrace.audit_events FORCE ROW LEVEL SECURITY;
ALTER TABLE millrace.audit_events ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME millrace.audit_events_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE millrace.billing_events (
    id text NOT NULL,
    received_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE millrace.connections (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    organization_id uuid NOT NULL,
    name text NOT NULL,
    type text NOT NULL,
    capability text NOT NULL,
    integration_id uuid NOT NULL,
    config jsonb DEFAULT '{}'::jsonb NOT NULL,
    last_test jsonb,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE ONLY millrace.connections FORCE ROW LEVEL SECURITY;
CREATE TABLE millrace.draft_tests (
    organization_id uuid NOT NULL,
    digest text NOT NULL,
    outcome jsonb NOT NULL,
    tested_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE ONLY millrace.draft_tests FORCE ROW LEVEL SECURITY;
CREATE TABLE millrace.ended_organizations (
    id uuid NOT NULL,
    ended_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE ONLY millrace.ended_organizations FORCE ROW LEVEL SECURITY;
CREATE TABLE millrace.flows (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    organization_id uuid NOT NULL,
    name text NOT NULL,
    enabled boolean DEFAULT true NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    source_connection_id uuid NOT NULL,
    destination_connection_id uuid NOT NULL,
    config jsonb DEFAULT '{}'::jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    due_at timestamp with time zone,
    freshness_minutes integer,
    fresh_until timestamp with time zone,
    late_since timestamp with time zone
);
ALTER TABLE ONLY millrace.flows FORCE ROW LEVEL SECURITY;
CREATE TABLE millrace.google_consents (
    state_hash bytea NOT NULL,
    organization_id uuid NOT NULL,
    user_uid text NOT NULL,
    integration_name text NOT NULL,
    browser_hash bytea NOT NULL,
    code_verifier text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    integration_id uuid
);
ALTER TABLE ONLY millrace.google_consents FORCE ROW LEVEL SECURITY;
CREATE TABLE millrace.integrations (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    organization_id uuid NOT NULL,
    name text NOT NULL,
    type text NOT NULL,
    merged boolean DEFAULT false NOT NULL,
    credentials jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    reconnect_since timestamp with time zone
);
ALTER TABLE ONLY millrace.integrations FORCE ROW LEVEL SECURITY;
CREATE TABLE millrace.invitations (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    organization_id uuid NOT NULL,
    email text NOT NULL,
    roles text[] NOT NULL,
    token_hash bytea NOT NULL,
    invited_by text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    accepted_at timestamp with time zone,
    revoked_at timestamp with time zone
);
ALTER TABLE ONLY millrace.invitations FORCE ROW LEVEL SECURITY;
CREATE TABLE millrace.master_key (
    only_one boolean DEFAULT true NOT NULL,
    sealed jsonb NOT NULL,
    CONSTRAINT master_key_only_one_check CHECK (only_one)
);
ALTER TABLE ONLY millrace.master_key FORCE ROW LEVEL SECURITY;
CREATE TABLE millrace.memberships (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    organization_id uuid NOT NULL,
    user_uid text NOT NULL,
    roles text[] NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE ONLY millrace.memberships FORCE ROW LEVEL SECURITY;
CREATE TABLE millrace.migrations (
    name text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL,
    works_with text
);
CREATE TABLE millrace.organizations (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    run_turn integer DEFAULT 0 NOT NULL
);
ALTER TABLE ONLY millrace.organizations FORCE ROW LEVEL SECURITY;
CREATE TABLE millrace.outbox (
    run_id uuid NOT NULL,
    target text NOT NULL,
    organization_id uuid NOT NULL,
    status text NOT NULL,
    rows bigint NOT NULL,
    claimed_at timestamp with time zone DEFAULT now() NOT NULL,
    settled_at timestamp with time zone
);
ALTER TABLE ONLY millrace.outbox FORCE ROW LEVEL SECURITY;
CREATE TABLE millrace.range_helpers (
    organization_id uuid NOT NULL,
    offer_id uuid NOT NULL,
    worker text NOT NULL,
    beat_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE ONLY millrace.range_helpers FORCE ROW LEVEL SECURITY;
CREATE TABLE millrace.range_offers (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    organization_id uuid NOT NULL,
    run_id uuid NOT NULL,
    epoch bigint NOT NULL,
    offer jsonb NOT NULL,
    offered_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE ONLY millrace.range_offers FORCE ROW LEVEL SECURITY;
CREATE TABLE millrace.rejected_rows (
    id bigint NOT NULL,
    organization_id uuid NOT NULL,
    run_id uuid NOT NULL,
    entity text NOT NULL,
    row_number bigint NOT NULL,
    column_name text NOT NULL,
    rule text NOT NULL,
    sealed jsonb NOT NULL,
    rejected_at timestamp with time zone DEFAULT now() NOT NULL,
    rule_sentence jsonb
);
ALTER TABLE ONLY millrace.rejected_rows FORCE ROW LEVEL SECURITY;
ALTER TABLE millrace.rejected_rows ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME millrace.rejected_rows_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE millrace.rejected_streams (
    organization_id uuid NOT NULL,
    run_id uuid NOT NULL,
    entity text NOT NULL,
    target text NOT NULL,
    columns jsonb NOT NULL,
    rejected bigint DEFAULT 0 NOT NULL
);
ALTER TABLE ONLY millrace.rejected_streams FORCE ROW LEVEL SECURITY;
CREATE TABLE millrace.row_changes (
    organization_id uuid NOT NULL,
    run_id uuid NOT NULL,
    entity text NOT NULL,
    sealed jsonb NOT NULL,
    kept_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE ONLY millrace.row_changes FORCE ROW LEVEL SECURITY;
CREATE SEQUENCE millrace.run_epoch
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE millrace.run_log (
    id bigint NOT NULL,
    organization_id uuid NOT NULL,
    run_id uuid NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    level text NOT NULL,
    message text NOT NULL,
    entity text,
    origin text,
    sentence jsonb
);
ALTER TABLE ONLY millrace.run_log FORCE ROW LEVEL SECURITY;
ALTER TABLE millrace.run_log ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME millrace.run_log_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE SEQUENCE millrace.run_revision
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE millrace.run_streams (
    organization_id uuid NOT NULL,
    run_id uuid NOT NULL,
    ordinal integer NOT NULL,
    stream jsonb NOT NULL,
    changed_in xid8 DEFAULT pg_current_xact_id() NOT NULL
);
ALTER TABLE ONLY millrace.run_streams FORCE ROW LEVEL SECURITY;
CREATE TABLE millrace.runs (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    organization_id uuid NOT NULL,
    flow_id uuid NOT NULL,
    flow_version integer NOT NULL,
    flow_snapshot jsonb NOT NULL,
    status text DEFAULT 'queued'::text NOT NULL,
    trigger text NOT NULL,
    triggered_by text,
    idempotency_key text,
    attempt integer DEFAULT 0 NOT NULL,
    epoch bigint DEFAULT 0 NOT NULL,
    revision bigint DEFAULT nextval('millrace.run_revision'::regclass) NOT NULL,
    cancel_requested_at timestamp with time zone,
    queued_at timestamp with time zone DEFAULT now() NOT NULL,
    started_at timestamp with time zone,
    finished_at timestamp with time zone,
    error jsonb,
    scheduled_for timestamp with time zone,
    retry_at timestamp with time zone,
    attempts jsonb DEFAULT '[]'::jsonb NOT NULL,
    losses integer DEFAULT 0 NOT NULL,
    ticket integer DEFAULT 0 NOT NULL,
    turn integer DEFAULT 0 NOT NULL,
    changed_in xid8 DEFAULT pg_current_xact_id() NOT NULL,
    rows_written bigint DEFAULT 0 NOT NULL,
    totals jsonb DEFAULT '{"bytes": 0, "check": null, "failed": 0, "streams": 0, "balanced": 0, "rows_read": 0, "succeeded": 0, "rows_added": 0, "rows_arrived": 0, "rows_written": 0, "rows_filtered": 0, "rows_rejected": 0, "estimated_rows": 0}'::jsonb NOT NULL
);
ALTER TABLE ONLY millrace.runs FORCE ROW LEVEL SECURITY;
CREATE TABLE millrace.stream_columns (
    organization_id uuid NOT NULL,
    flow_id uuid NOT NULL,
    entity text NOT NULL,
    target text NOT NULL,
    columns jsonb NOT NULL,
    run_id uuid NOT NULL
);
ALTER TABLE ONLY millrace.stream_columns FORCE ROW LEVEL SECURITY;
CREATE TABLE millrace.stream_positions (
    organization_id uuid NOT NULL,
    flow_id uuid NOT NULL,
    entity text NOT NULL,
    target text NOT NULL,
    cursor_column text NOT NULL,
    bound text,
    run_id uuid NOT NULL
);
ALTER TABLE ONLY millrace.stream_positions FORCE ROW LEVEL SECURITY;
CREATE TABLE millrace.subscriptions (
    organization_id uuid NOT NULL,
    plan_id text NOT NULL,
    status text NOT NULL,
    customer_id text,
    subscription_id text,
    current_period_end timestamp with time zone,
    cancel_at_period_end boolean DEFAULT false NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE ONLY millrace.subscriptions FORCE ROW LEVEL SECURITY;
CREATE TABLE millrace.usage_entries (
    organization_id uuid NOT NULL,
    run_id uuid NOT NULL,
    entity text NOT NULL,
    target text NOT NULL,
    rows_written bigint NOT NULL,
    counted_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE ONLY millrace.usage_entries FORCE ROW LEVEL SECURITY;
CREATE TABLE millrace.users (
    uid text NOT NULL,
    email text,
    email_verified boolean DEFAULT false NOT NULL,
    display_name text,
    photo_url text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    language text
);
ALTER TABLE ONLY millrace.users FORCE ROW LEVEL SECURITY;
CREATE TABLE millrace_queue.bam (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    version integer NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    queue text,
    table_name text NOT NULL,
    command text NOT NULL,
    error text,
    created_on timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    started_on timestamp with time zone,
    completed_on timestamp with time zone
);
CREATE TABLE millrace_queue.job (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    priority integer DEFAULT 0 NOT NULL,
    data jsonb,
    state millrace_queue.job_state DEFAULT 'created'::millrace_queue.job_state NOT NULL,
    retry_limit integer DEFAULT 2 NOT NULL,
    retry_count integer DEFAULT 0 NOT NULL,
    retry_delay integer DEFAULT 0 NOT NULL,
    retry_backoff boolean DEFAULT false NOT NULL,
    retry_delay_max integer,
    expire_seconds integer DEFAULT 900 NOT NULL,
    deletion_seconds integer DEFAULT 604800 NOT NULL,
    singleton_key text,
    singleton_on timestamp without time zone,
    group_id text,
    group_tier text,
    start_after timestamp with time zone DEFAULT now() NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    started_on timestamp with time zone,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone DEFAULT (now() + '336:00:00'::interval) NOT NULL,
    output jsonb,
    dead_letter text,
    policy text,
    heartbeat_on timestamp with time zone,
    heartbeat_seconds integer,
    blocked boolean DEFAULT false NOT NULL,
    blocking boolean DEFAULT false NOT NULL,
    pending_dependencies integer DEFAULT 0 NOT NULL,
    source_name text,
    source_id uuid,
    source_created_on timestamp with time zone,
    source_retry_count integer,
    source_output jsonb,
    source_root_id uuid
)
PARTITION BY LIST (name);
CREATE TABLE millrace_queue.job_common (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    priority integer DEFAULT 0 NOT NULL,
    data jsonb,
    state millrace_queue.job_state DEFAULT 'created'::millrace_queue.job_state NOT NULL,
    retry_limit integer DEFAULT 2 NOT NULL,
    retry_count integer DEFAULT 0 NOT NULL,
    retry_delay integer DEFAULT 0 NOT NULL,
    retry_backoff boolean DEFAULT false NOT NULL,
    retry_delay_max integer,
    expire_seconds integer DEFAULT 900 NOT NULL,
    deletion_seconds integer DEFAULT 604800 NOT NULL,
    singleton_key text,
    singleton_on timestamp without time zone,
    group_id text,
    group_tier text,
    start_after timestamp with time zone DEFAULT now() NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    started_on timestamp with time zone,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone DEFAULT (now() + '336:00:00'::interval) NOT NULL,
    output jsonb,
    dead_letter text,
    policy text,
    heartbeat_on timestamp with time zone,
    heartbeat_seconds integer,
    blocked boolean DEFAULT false NOT NULL,
    blocking boolean DEFAULT false NOT NULL,
    pending_dependencies integer DEFAULT 0 NOT NULL,
    source_name text,
    source_id uuid,
    source_created_on timestamp with time zone,
    source_retry_count integer,
    source_output jsonb,
    source_root_id uuid,
    CONSTRAINT job_key_strict_fifo_singleton_key_check CHECK ((NOT ((policy = 'key_strict_fifo'::text) AND (singleton_key IS NULL))))
);
CREATE TABLE millrace_queue.job_dependency (
    child_name text NOT NULL,
    child_id uuid NOT NULL,
    parent_name text NOT NULL,
    parent_id uuid NOT NULL
);
CREATE TABLE millrace_queue.queue (
    name text NOT NULL,
    policy text NOT NULL,
    retry_limit integer NOT NULL,
    retry_delay integer NOT NULL,
    retry_backoff boolean NOT NULL,
    retry_delay_max integer,
    expire_seconds integer NOT NULL,
    retention_seconds integer NOT NULL,
    deletion_seconds integer NOT NULL,
    dead_letter text,
    partition boolean NOT NULL,
    table_name text NOT NULL,
    deferred_count integer DEFAULT 0 NOT NULL,
    queued_count integer DEFAULT 0 NOT NULL,
    ready_count integer DEFAULT 0 NOT NULL,
    warning_queued integer DEFAULT 0 NOT NULL,
    active_count integer DEFAULT 0 NOT NULL,
    failed_count integer DEFAULT 0 NOT NULL,
    total_count integer DEFAULT 0 NOT NULL,
    created_delta integer DEFAULT 0 NOT NULL,
    completed_delta integer DEFAULT 0 NOT NULL,
    failed_delta integer DEFAULT 0 NOT NULL,
    delta_on timestamp with time zone,
    delta_seconds integer,
    ready_history integer[] DEFAULT '{}'::integer[] NOT NULL,
    heartbeat_seconds integer,
    notify boolean DEFAULT false NOT NULL,
    singletons_active text[],
    monitor_claim_on timestamp with time zone,
    monitor_on timestamp with time zone,
    maintain_on timestamp with time zone,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    updated_on timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT queue_check CHECK ((dead_letter IS DISTINCT FROM name))
);
CREATE TABLE millrace_queue.queue_stats (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    deferred_count integer DEFAULT 0 NOT NULL,
    queued_count integer DEFAULT 0 NOT NULL,
    ready_count integer DEFAULT 0 NOT NULL,
    active_count integer DEFAULT 0 NOT NULL,
    failed_count integer DEFAULT 0 NOT NULL,
    total_count integer DEFAULT 0 NOT NULL,
    created_delta integer,
    completed_delta integer,
    failed_delta integer,
    delta_seconds integer,
    delta_on timestamp with time zone,
    captured_on timestamp with time zone DEFAULT now() NOT NULL
)
PARTITION BY RANGE (captured_on);
CREATE TABLE millrace_queue.queue_stats_20261125 (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    deferred_count integer DEFAULT 0 NOT NULL,
    queued_count integer DEFAULT 0 NOT NULL,
    ready_count integer DEFAULT 0 NOT NULL,
    active_count integer DEFAULT 0 NOT NULL,
    failed_count integer DEFAULT 0 NOT NULL,
    total_count integer DEFAULT 0 NOT NULL,
    created_delta integer,
    completed_delta integer,
    failed_delta integer,
    delta_seconds integer,
    delta_on timestamp with time zone,
    captured_on timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE millrace_queue.queue_stats_20261126 (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    deferred_count integer DEFAULT 0 NOT NULL,
    queued_count integer DEFAULT 0 NOT NULL,
    ready_count integer DEFAULT 0 NOT NULL,
    active_count integer DEFAULT 0 NOT NULL,
    failed_count integer DEFAULT 0 NOT NULL,
    total_count integer DEFAULT 0 NOT NULL,
    created_delta integer,
    completed_delta integer,
    failed_delta integer,
    delta_seconds integer,
    delta_on timestamp with time zone,
    captured_on timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE millrace_queue.schedule (
    name text NOT NULL,
    key text DEFAULT ''::text NOT NULL,
    kind text DEFAULT 'cron'::text NOT NULL,
    cron text NOT NULL,
    timezone text DEFAULT 'UTC'::text,
    data jsonb,
    options jsonb,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    updated_on timestamp with time zone DEFAULT now() NOT NULL,
    last_job_id uuid,
    CONSTRAINT schedule_kind_check CHECK ((kind = ANY (ARRAY['cron'::text, 'rrule'::text])))
);
CREATE TABLE millrace_queue.subscription (
    event text NOT NULL,
    name text NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    updated_on timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE millrace_queue.version (
    version integer NOT NULL,
    cron_on timestamp with time zone,
    bam_on timestamp with time zone,
    flow_on timestamp with time zone,
    reindex_on timestamp with time zone,
    monitor_backoff_on timestamp with time zone
);
CREATE TABLE millrace_queue.warning (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    type text NOT NULL,
    message text NOT NULL,
    data jsonb,
    created_on timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE ONLY millrace_queue.job ATTACH PARTITION millrace_queue.job_common DEFAULT;
ALTER TABLE ONLY millrace_queue.queue_stats ATTACH PARTITION millrace_queue.queue_stats_20261125 FOR VALUES FROM ('2026-11-25 00:00:00+00') TO ('2026-11-26 00:00:00+00');
ALTER TABLE ONLY millrace_queue.queue_stats ATTACH PARTITION millrace_queue.queue_stats_20261126 FOR VALUES FROM ('2026-11-26 00:00:00+00') TO ('2026-11-27 00:00:00+00');
INSERT INTO millrace.audit_events OVERRIDING SYSTEM VALUE VALUES
	(1, 'ae4cb01e-37ba-403a-83f5-b433a231b5ff', '2026-11-25 12:40:07.423212+00', 'ada', 'ada', 'organization.created', NULL, 'Acme', '10.0.0.1', NULL),
	(2, 'ae4cb01e-37ba-403a-83f5-b433a231b5ff', '2026-11-25 12:40:08.120272+00', 'ada', 'ada', 'integration.created', '2175305b-abdd-4fa7-b57c-f12e2b3f913d', 'shop', '10.0.0.2', NULL),
	(3, 'ae4cb01e-37ba-403a-83f5-b433a231b5ff', '2026-11-25 12:40:08.167678+00', 'ada', 'ada', 'connection.created', '5e903311-970d-45ce-b0f6-ff86f60c65f6', 'shop', '10.0.0.3', NULL),
	(4, 'ae4cb01e-37ba-403a-83f5-b433a231b5ff', '2026-11-25 12:40:08.226762+00', 'ada', 'ada', 'integration.created', '98314568-2837-40f9-aebf-02cc8c69acad', 'warehouse', '10.0.0.4', NULL),
	(5, 'ae4cb01e-37ba-403a-83f5-b433a231b5ff', '2026-11-25 12:40:08.273936+00', 'ada', 'ada', 'connection.created', '78551878-5862-4723-a2d5-f7778358ae24', 'warehouse', '10.0.0.5', NULL),
	(6, 'ae4cb01e-37ba-403a-83f5-b433a231b5ff', '2026-11-25 12:40:08.367578+00', 'ada', 'ada', 'flow.created', '5963abc3-0c60-4a02-9906-9c7d10e91b51', 'Visits', '10.0.0.6', NULL),
	(7, 'ae4cb01e-37ba-403a-83f5-b433a231b5ff', '2026-11-25 12:40:08.608108+00', 'ada', 'ada', 'flow.created', 'f60fe115-92ac-4edf-933e-7cf74675134f', 'Orders', '10.0.0.7', NULL),
	(8, 'ae4cb01e-37ba-403a-83f5-b433a231b5ff', '2026-11-25 12:40:08.645134+00', 'ada', 'ada', 'member.invited', '92841e1e-eef6-42b8-8844-dba348d08bdb', 'grace@example.com', '10.0.0.8', NULL),
	(9, 'ae4cb01e-37ba-403a-83f5-b433a231b5ff', '2026-11-25 12:40:10.880177+00', 'ada', 'ada', 'run.triggered', '5963abc3-0c60-4a02-9906-9c7d10e91b51', 'Visits', '10.0.0.9', NULL),
	(10, 'ae4cb01e-37ba-403a-83f5-b433a231b5ff', '2026-11-25 12:40:13.138094+00', 'ada', 'ada', 'run.triggered', 'f60fe115-92ac-4edf-933e-7cf74675134f', 'Orders', '10.0.0.22', NULL);
INSERT INTO millrace.connections VALUES
	('5e903311-970d-45ce-b0f6-ff86f60c65f6', 'ae4cb01e-37ba-403a-83f5-b433a231b5ff', 'shop', 'postgres', 'both', '2175305b-abdd-4fa7-b57c-f12e2b3f913d', '{}', NULL, '2026-11-25 12:40:08.167678+00', '2026-11-25 12:40:08.167678+00'),
	('78551878-5862-4723-a2d5-f7778358ae24', 'ae4cb01e-37ba-403a-83f5-b433a231b5ff', 'warehouse', 'postgres', 'both', '98314568-2837-40f9-aebf-02cc8c69acad', '{}', NULL, '2026-11-25 12:40:08.273936+00', '2026-11-25 12:40:08.273936+00');
INSERT INTO millrace.flows VALUES
	('5963abc3-0c60-4a02-9906-9c7d10e91b51', 'ae4cb01e-37ba-403a-83f5-b433a231b5ff', 'Visits', true, 1, '5e903311-970d-45ce-b0f6-ff86f60c65f6', '78551878-5862-4723-a2d5-f7778358ae24', '{"streams": [{"key": ["id"], "mode": "upsert", "cursor": "id", "entity": "public.visits"}], "schedule": {"cron": "0 6 * * *", "timezone": "Europe/Berlin"}, "transformations": []}', '2026-11-25 12:40:08.367578+00', '2026-11-25 12:40:08.367578+00', '2026-11-26 05:00:00+00', NULL, NULL, NULL),
	('f60fe115-92ac-4edf-933e-7cf74675134f', 'ae4cb01e-37ba-403a-83f5-b433a231b5ff', 'Orders', true, 1, '5e903311-970d-45ce-b0f6-ff86f60c65f6', '78551878-5862-4723-a2d5-f7778358ae24', '{"streams": [{"mode": "replace", "entity": "public.orders"}], "transformations": []}', '2026-11-25 12:40:08.608108+00', '2026-11-25 12:40:08.608108+00', NULL, NULL, NULL, NULL);
INSERT INTO millrace.integrations VALUES
	('2175305b-abdd-4fa7-b57c-f12e2b3f913d', 'ae4cb01e-37ba-403a-83f5-b433a231b5ff', 'shop', 'postgres', true, '{"key": "fLjRzDjyXWAjI42SuiD+aMqRqKfdsDoiNj3sc1niuyCIIHnnsSxkWaBW7nnNQSV+Mtm64dUTGf9rJ4W1", "fields": {"host": "FcUDUnoHwAFYhNBBqEajj6t/cD8rqVzEpNzZxb7zHEUK4DOPqvL1", "port": "1nX54pTLdNZxvW2v8IL261OWwmrMUlqBkuYVeTfcB+NH", "user": "W8CitkAaCXpVGCqwVUJZqzbFeUUHQhf4hMw7+jECr7FbPXjYtF0=", "dbname": "+bEz13wEvXYYBwdbtGGirwikVAkWCVKp2yJuNo2NllDuiw==", "sslmode": "BuEljYa1I16j6sweGevOc0mMQLWCO4ryjflF18ptUf5P309L", "password": "x+Bs27PNc7xsR+zEtIrQACw9SqEAEtmQ/hP5B9SlgLOUpoiMiN+K"}, "version": 1}', '2026-11-25 12:40:08.120272+00', '2026-11-25 12:40:08.120272+00', NULL),
	('98314568-2837-40f9-aebf-02cc8c69acad', 'ae4cb01e-37ba-403a-83f5-b433a231b5ff', 'warehouse', 'postgres', true, '{"key": "ePpZUIKZ37HO25QcdX7hkmwb6gdE63kj/avEFxsLLwe6gy0Pwoc2+Z8F0FZdcY52nnoJP/aupR9yEN/2", "fields": {"host": "/HLl7B6IJssClK+up9TlkqZdXFA8d3SrWqpj5LxYWF7WPuKccAF5", "port": "MtMQC5M8spSUOb83zTlzcJAkUJpKor49a6lN9bzHafed", "user": "sL4YGpN2/5gqZTVPpmLQW2yvPitzJIg3CEE5vPtFpqQKA89nc3A=", "dbname": "wNkjHttS3U65KKGMXy6bTYuNJ3HNYQpR68AwEVYRCs/5gUsJh7a7", "sslmode": "9zlu9eNnAVr9xSurACsx9ptuFplhHXy0BVkLTMVDMDGBlcx+", "password": "51Pz8d7og8juQJ4YOC6Hk/m8KyNMSGhH+yVbBavYdnFMjR/fRVTy"}, "version": 1}', '2026-11-25 12:40:08.226762+00', '2026-11-25 12:40:08.226762+00', NULL);
INSERT INTO millrace.invitations VALUES
	('92841e1e-eef6-42b8-8844-dba348d08bdb', 'ae4cb01e-37ba-403a-83f5-b433a231b5ff', 'grace@example.com', '{viewer}', '\x43b8857b882489649a773618bbf697dd5e639558b8ed38679f2d3b2c721f4848', 'ada', '2026-11-25 12:40:08.645134+00', '2026-12-02 12:40:08.645134+00', NULL, NULL);
INSERT INTO millrace.master_key VALUES
	(true, '{"key": "1HALxuKA5Vf5WUPE3ptNgwYMEbJzlQzotjIPdh2R6JVjcZRpr1cRlEI6g2VeAYZ3OR+qX9gNiGvv4p1E", "fields": {}, "version": 1}');
INSERT INTO millrace.memberships VALUES
	('abb50651-572c-460f-9f7f-bba9a5165d0a', 'ae4cb01e-37ba-403a-83f5-b433a231b5ff', 'ada', '{owner}', '2026-11-25 12:40:07.423212+00');
INSERT INTO millrace.migrations VALUES
	('0001-foundation.sql', '2026-11-25 12:40:06.460593+00', NULL),
	('0002-invitations-and-audit.sql', '2026-11-25 12:40:06.460593+00', NULL),
	('0003-billing.sql', '2026-11-25 12:40:06.460593+00', NULL),
	('0004-google-consents.sql', '2026-11-25 12:40:06.460593+00', NULL),
	('0005-runs-of-an-organization.sql', '2026-11-25 12:40:06.460593+00', NULL),
	('0006-google-reconnect.sql', '2026-11-25 12:40:06.460593+00', NULL),
	('0007-audit-filters.sql', '2026-11-25 12:40:06.460593+00', NULL),
	('0008-stream-positions.sql', '2026-11-25 12:40:06.460593+00', NULL),
	('0009-outbox.sql', '2026-11-25 12:40:06.460593+00', NULL),
	('0010-stream-columns.sql', '2026-11-25 12:40:06.460593+00', NULL),
	('0011-rejected-rows.sql', '2026-11-25 12:40:06.460593+00', NULL),
	('0012-schedules.sql', '2026-11-25 12:40:06.460593+00', NULL),
	('0013-row-changes.sql', '2026-11-25 12:40:06.460593+00', NULL),
	('0014-attempts.sql', '2026-11-25 12:40:06.460593+00', NULL),
	('0015-turns.sql', '2026-11-25 12:40:06.460593+00', NULL),
	('0016-alerts-and-freshness.sql', '2026-11-25 12:40:06.460593+00', NULL),
	('0017-exact-resume.sql', '2026-11-25 12:40:06.460593+00', NULL),
	('0018-rejected-counts.sql', '2026-11-25 12:40:06.460593+00', NULL),
	('0019-rows-written.sql', '2026-11-25 12:40:06.460593+00', NULL),
	('0020-range-offers.sql', '2026-11-25 12:40:06.460593+00', NULL),
	('0021-waiting-runs.sql', '2026-11-25 12:40:06.460593+00', NULL),
	('0022-master-key.sql', '2026-11-25 12:40:06.460593+00', NULL),
	('0023-deleted-meanwhile.sql', '2026-11-25 12:40:06.460593+00', NULL),
	('0024-keys-of-an-organization.sql', '2026-11-25 12:40:06.460593+00', NULL),
	('0025-audit-addresses.sql', '2026-11-25 12:40:06.460593+00', NULL),
	('0026-usage.sql', '2026-11-25 12:40:06.460593+00', NULL),
	('0027-ended-organizations.sql', '2026-11-25 12:40:06.460593+00', NULL),
	('0028-run-totals.sql', '2026-11-25 12:40:06.460593+00', NULL),
	('0029-draft-tests.sql', '2026-11-25 12:40:06.460593+00', NULL),
	('0030-audit-changes.sql', '2026-11-25 12:40:06.460593+00', NULL),
	('0031-run-streams.sql', '2026-11-25 12:40:06.460593+00', NULL),
	('0032-search-runs.sql', '2026-11-25 12:40:06.460593+00', NULL),
	('0033-log-origins.sql', '2026-11-25 12:40:06.460593+00', NULL),
	('0034-sentences.sql', '2026-11-25 12:40:06.460593+00', NULL);
INSERT INTO millrace.organizations VALUES
	('ae4cb01e-37ba-403a-83f5-b433a231b5ff', 'Acme', '2026-11-25 12:40:07.423212+00', 2);
INSERT INTO millrace.run_log OVERRIDING SYSTEM VALUE VALUES
	(1, 'ae4cb01e-37ba-403a-83f5-b433a231b5ff', '184409d9-d4c3-4bfc-85d7-9e8862887c2c', '2026-11-25 12:40:11.265356+00', 'info', 'Attempt 1 of “Visits” (version 1) has begun.', NULL, NULL, '{"values": [1, "Visits", 1], "template": "Attempt {0} of “{1}” (version {2}) has begun."}'),
	(2, 'ae4cb01e-37ba-403a-83f5-b433a231b5ff', '184409d9-d4c3-4bfc-85d7-9e8862887c2c', '2026-11-25 12:40:12.250347+00', 'info', 'public.visits is created.', 'public.visits', 'destination', '{"values": ["public.visits"], "template": "{0} is created."}'),
	(3, 'ae4cb01e-37ba-403a-83f5-b433a231b5ff', '33b8bf07-6f77-462d-a9db-1f5fb66f889e', '2026-11-25 12:40:13.310405+00', 'info', 'Attempt 1 of “Orders” (version 1) has begun.', NULL, NULL, '{"values": [1, "Orders", 1], "template": "Attempt {0} of “{1}” (version {2}) has begun."}');
INSERT INTO millrace.run_streams VALUES
	('ae4cb01e-37ba-403a-83f5-b433a231b5ff', '184409d9-d4c3-4bfc-85d7-9e8862887c2c', 0, '{"bytes": 537, "notes": ["public.visits is created."], "entity": "public.visits", "status": "succeeded", "target": "public.visits", "window": {"until": "2000000", "cursor": "id"}, "receipt": {"hash": "ba21a3d87ffce9237a1b7a1d9038ba1fa92f4f836763e0f6cef57f13ba08e9f6", "check": {"keys": ["id"], "rows": 20, "state": "verified", "digest": {"name": "postgres-hash-integers", "read": "31979468282219665158", "landed": "31979468282219665158"}}, "phases": {"moving": 265, "checking": 6, "committing": 65}}, "rows_read": 20, "rows_written": 20, "rows_filtered": 0, "rows_rejected": 0, "note_sentences": [{"values": ["public.visits"], "template": "{0} is created."}]}', '774');
INSERT INTO millrace.runs VALUES
	('184409d9-d4c3-4bfc-85d7-9e8862887c2c', 'ae4cb01e-37ba-403a-83f5-b433a231b5ff', '5963abc3-0c60-4a02-9906-9c7d10e91b51', 1, '{"config": {"streams": [{"key": ["id"], "mode": "upsert", "cursor": "id", "entity": "public.visits"}], "schedule": {"cron": "0 6 * * *", "timezone": "Europe/Berlin"}, "transformations": []}, "sourceConnectionId": "5e903311-970d-45ce-b0f6-ff86f60c65f6", "destinationConnectionId": "78551878-5862-4723-a2d5-f7778358ae24"}', 'succeeded', 'person', 'ada', NULL, 1, 1, 1, NULL, '2026-11-25 12:40:10.880177+00', '2026-11-25 12:40:11.206613+00', '2026-11-25 12:40:12.894285+00', NULL, NULL, NULL, '[]', 0, 0, 1, '775', 20, '{"bytes": 537, "check": "verified", "failed": 0, "streams": 1, "balanced": 1, "rows_read": 20, "succeeded": 1, "rows_added": 0, "rows_arrived": 20, "rows_written": 20, "rows_filtered": 0, "rows_rejected": 0, "estimated_rows": 0}'),
	('33b8bf07-6f77-462d-a9db-1f5fb66f889e', 'ae4cb01e-37ba-403a-83f5-b433a231b5ff', 'f60fe115-92ac-4edf-933e-7cf74675134f', 1, '{"config": {"streams": [{"mode": "replace", "entity": "public.orders"}], "transformations": []}, "sourceConnectionId": "5e903311-970d-45ce-b0f6-ff86f60c65f6", "destinationConnectionId": "78551878-5862-4723-a2d5-f7778358ae24"}', 'running', 'person', 'ada', NULL, 1, 2, 2, NULL, '2026-11-25 12:40:13.138094+00', '2026-11-25 12:40:13.237311+00', NULL, NULL, NULL, NULL, '[]', 0, 0, 2, '779', 0, '{"bytes": 0, "check": null, "failed": 0, "streams": 0, "balanced": 0, "rows_read": 0, "succeeded": 0, "rows_added": 0, "rows_arrived": 0, "rows_written": 0, "rows_filtered": 0, "rows_rejected": 0, "estimated_rows": 0}');
INSERT INTO millrace.stream_columns VALUES
	('ae4cb01e-37ba-403a-83f5-b433a231b5ff', '5963abc3-0c60-4a02-9906-9c7d10e91b51', 'public.visits', 'public.visits', '[{"name": "id", "type": "integer"}, {"name": "page", "type": "text"}]', '184409d9-d4c3-4bfc-85d7-9e8862887c2c');
INSERT INTO millrace.stream_positions VALUES
	('ae4cb01e-37ba-403a-83f5-b433a231b5ff', '5963abc3-0c60-4a02-9906-9c7d10e91b51', 'public.visits', 'public.visits', 'id', '2000000', '184409d9-d4c3-4bfc-85d7-9e8862887c2c');
INSERT INTO millrace.usage_entries VALUES
	('ae4cb01e-37ba-403a-83f5-b433a231b5ff', '184409d9-d4c3-4bfc-85d7-9e8862887c2c', 'public.visits', 'public.visits', 20, '2026-11-25 12:40:12.894285+00');
INSERT INTO millrace.users VALUES
	('ada', 'ada@example.com', true, 'ada', NULL, '2026-11-25 12:40:07.423212+00', '2026-11-25 12:40:07.423212+00', NULL);
INSERT INTO millrace_queue.job_common VALUES
	('184409d9-d4c3-4bfc-85d7-9e8862887c2c', 'runs', -1, '{"runId": "184409d9-d4c3-4bfc-85d7-9e8862887c2c"}', 'completed', 1000, 0, 0, false, NULL, 86400, 86400, NULL, NULL, 'ae4cb01e-37ba-403a-83f5-b433a231b5ff', NULL, '2026-11-25 12:40:10.880177+00', '2026-11-25 12:40:10.880177+00', '2026-11-25 12:40:11.090102+00', '2026-11-25 12:40:12.994947+00', '2026-12-09 12:40:10.880177+00', NULL, NULL, 'standard', '2026-11-25 12:40:11.090102+00', 10, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('33b8bf07-6f77-462d-a9db-1f5fb66f889e', 'runs', -2, '{"runId": "33b8bf07-6f77-462d-a9db-1f5fb66f889e"}', 'active', 1000, 0, 0, false, NULL, 86400, 86400, NULL, NULL, 'ae4cb01e-37ba-403a-83f5-b433a231b5ff', NULL, '2026-11-25 12:40:13.138094+00', '2026-11-25 12:40:13.138094+00', '2026-11-25 12:40:13.191936+00', NULL, '2026-12-09 12:40:13.138094+00', NULL, NULL, 'standard', '2026-11-25 12:40:13.191936+00', 10, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO millrace_queue.queue VALUES
	('runs', 'standard', 1000, 0, false, NULL, 86400, 1209600, 86400, NULL, false, 'job_common', 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, NULL, NULL, '{0}', 10, true, NULL, '2026-11-25 12:40:12.292859+00', '2026-11-25 12:40:12.296574+00', '2026-11-25 12:40:12.340501+00', '2026-11-25 12:40:07.258283+00', '2026-11-25 12:40:10.778338+00');
INSERT INTO millrace_queue.version VALUES
	(43, NULL, '2026-11-25 12:40:07.304846+00', '2026-11-25 12:40:12.339764+00', '2026-11-25 12:40:12.443389+00', NULL);
SELECT pg_catalog.setval('millrace.audit_events_id_seq', 10, true);
SELECT pg_catalog.setval('millrace.rejected_rows_id_seq', 1, false);
SELECT pg_catalog.setval('millrace.run_epoch', 2, true);
SELECT pg_catalog.setval('millrace.run_log_id_seq', 3, true);
SELECT pg_catalog.setval('millrace.run_revision', 2, true);
ALTER TABLE ONLY millrace.alert_channels
    ADD CONSTRAINT alert_channels_organization_id_id_key UNIQUE (organization_id, id);
ALTER TABLE ONLY millrace.alert_channels
    ADD CONSTRAINT alert_channels_pkey PRIMARY KEY (id);
ALTER TABLE ONLY millrace.alert_deliveries
    ADD CONSTRAINT alert_deliveries_pkey PRIMARY KEY (id);
ALTER TABLE ONLY millrace.audit_events
    ADD CONSTRAINT audit_events_pkey PRIMARY KEY (id);
ALTER TABLE ONLY millrace.billing_events
    ADD CONSTRAINT billing_events_pkey PRIMARY KEY (id);
ALTER TABLE ONLY millrace.connections
    ADD CONSTRAINT connections_organization_id_id_key UNIQUE (organization_id, id);
ALTER TABLE ONLY millrace.connections
    ADD CONSTRAINT connections_pkey PRIMARY KEY (id);
ALTER TABLE ONLY millrace.draft_tests
    ADD CONSTRAINT draft_tests_pkey PRIMARY KEY (organization_id, digest);
ALTER TABLE ONLY millrace.ended_organizations
    ADD CONSTRAINT ended_organizations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY millrace.flows
    ADD CONSTRAINT flows_organization_id_id_key UNIQUE (organization_id, id);
ALTER TABLE ONLY millrace.flows
    ADD CONSTRAINT flows_pkey PRIMARY KEY (id);
ALTER TABLE ONLY millrace.google_consents
    ADD CONSTRAINT google_consents_pkey PRIMARY KEY (state_hash);
ALTER TABLE ONLY millrace.integrations
    ADD CONSTRAINT integrations_organization_id_id_key UNIQUE (organization_id, id);
ALTER TABLE ONLY millrace.integrations
    ADD CONSTRAINT integrations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY millrace.invitations
    ADD CONSTRAINT invitations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY millrace.invitations
    ADD CONSTRAINT invitations_token_hash_key UNIQUE (token_hash);
ALTER TABLE ONLY millrace.master_key
    ADD CONSTRAINT master_key_pkey PRIMARY KEY (only_one);
ALTER TABLE ONLY millrace.memberships
    ADD CONSTRAINT memberships_organization_id_user_uid_key UNIQUE (organization_id, user_uid);
ALTER TABLE ONLY millrace.memberships
    ADD CONSTRAINT memberships_pkey PRIMARY KEY (id);
ALTER TABLE ONLY millrace.migrations
    ADD CONSTRAINT migrations_pkey PRIMARY KEY (name);
ALTER TABLE ONLY millrace.organizations
    ADD CONSTRAINT organizations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY millrace.outbox
    ADD CONSTRAINT outbox_pkey PRIMARY KEY (run_id, target);
ALTER TABLE ONLY millrace.range_helpers
    ADD CONSTRAINT range_helpers_pkey PRIMARY KEY (offer_id, worker);
ALTER TABLE ONLY millrace.range_offers
    ADD CONSTRAINT range_offers_pkey PRIMARY KEY (id);
ALTER TABLE ONLY millrace.range_offers
    ADD CONSTRAINT range_offers_run_id_key UNIQUE (run_id);
ALTER TABLE ONLY millrace.rejected_rows
    ADD CONSTRAINT rejected_rows_pkey PRIMARY KEY (id);
ALTER TABLE ONLY millrace.rejected_streams
    ADD CONSTRAINT rejected_streams_pkey PRIMARY KEY (run_id, entity);
ALTER TABLE ONLY millrace.row_changes
    ADD CONSTRAINT row_changes_pkey PRIMARY KEY (run_id, entity);
ALTER TABLE ONLY millrace.run_log
    ADD CONSTRAINT run_log_pkey PRIMARY KEY (id);
ALTER TABLE ONLY millrace.run_streams
    ADD CONSTRAINT run_streams_pkey PRIMARY KEY (run_id, ordinal);
ALTER TABLE ONLY millrace.runs
    ADD CONSTRAINT runs_pkey PRIMARY KEY (id);
ALTER TABLE ONLY millrace.stream_columns
    ADD CONSTRAINT stream_columns_pkey PRIMARY KEY (flow_id, entity, target);
ALTER TABLE ONLY millrace.stream_positions
    ADD CONSTRAINT stream_positions_pkey PRIMARY KEY (flow_id, entity, target);
ALTER TABLE ONLY millrace.subscriptions
    ADD CONSTRAINT subscriptions_pkey PRIMARY KEY (organization_id);
ALTER TABLE ONLY millrace.subscriptions
    ADD CONSTRAINT subscriptions_subscription_id_key UNIQUE (subscription_id);
ALTER TABLE ONLY millrace.usage_entries
    ADD CONSTRAINT usage_entries_pkey PRIMARY KEY (run_id, entity, target);
ALTER TABLE ONLY millrace.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (uid);
ALTER TABLE ONLY millrace_queue.bam
    ADD CONSTRAINT bam_pkey PRIMARY KEY (id);
ALTER TABLE ONLY millrace_queue.job
    ADD CONSTRAINT job_pkey PRIMARY KEY (name, id);
ALTER TABLE ONLY millrace_queue.job_common
    ADD CONSTRAINT job_common_pkey PRIMARY KEY (name, id);
ALTER TABLE ONLY millrace_queue.job_dependency
    ADD CONSTRAINT job_dependency_pkey PRIMARY KEY (child_name, child_id, parent_name, parent_id);
ALTER TABLE ONLY millrace_queue.queue
    ADD CONSTRAINT queue_pkey PRIMARY KEY (name);
ALTER TABLE ONLY millrace_queue.queue_stats
    ADD CONSTRAINT queue_stats_pkey PRIMARY KEY (id, captured_on);
ALTER TABLE ONLY millrace_queue.queue_stats_20261125
    ADD CONSTRAINT queue_stats_20261125_pkey PRIMARY KEY (id, captured_on);
ALTER TABLE ONLY millrace_queue.queue_stats_20261126
    ADD CONSTRAINT queue_stats_20261126_pkey PRIMARY KEY (id, captured_on);
ALTER TABLE ONLY millrace_queue.schedule
    ADD CONSTRAINT schedule_pkey PRIMARY KEY (name, key);
ALTER TABLE ONLY millrace_queue.subscription
    ADD CONSTRAINT subscription_pkey PRIMARY KEY (event, name);
ALTER TABLE ONLY millrace_queue.version
    ADD CONSTRAINT version_pkey PRIMARY KEY (version);
ALTER TABLE ONLY millrace_queue.warning
    ADD CONSTRAINT warning_pkey PRIMARY KEY (id);
CREATE INDEX alert_deliveries_next_try_at_idx ON millrace.alert_deliveries USING btree (next_try_at) WHERE (next_try_at IS NOT NULL);
CREATE INDEX alert_deliveries_organization_id_raised_at_id_idx ON millrace.alert_deliveries USING btree (organization_id, raised_at DESC, id DESC);
CREATE INDEX alert_deliveries_raised_at_idx ON millrace.alert_deliveries USING btree (raised_at);
CREATE INDEX audit_events_organization_id_action_id_idx ON millrace.audit_events USING btree (organization_id, action, id DESC);
CREATE INDEX audit_events_organization_id_actor_uid_id_idx ON millrace.audit_events USING btree (organization_id, actor_uid, id DESC);
CREATE INDEX audit_events_organization_id_at_idx ON millrace.audit_events USING btree (organization_id, at DESC);
CREATE INDEX audit_events_organization_id_id_idx ON millrace.audit_events USING btree (organization_id, id DESC);
CREATE INDEX connections_organization_id_integration_id_idx ON millrace.connections USING btree (organization_id, integration_id);
CREATE INDEX flows_becoming_late ON millrace.flows USING btree (fresh_until) WHERE (enabled AND (late_since IS NULL) AND (fresh_until IS NOT NULL));
CREATE INDEX flows_due_at_idx ON millrace.flows USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX flows_organization_id_destination_connection_id_idx ON millrace.flows USING btree (organization_id, destination_connection_id);
CREATE INDEX flows_organization_id_source_connection_id_idx ON millrace.flows USING btree (organization_id, source_connection_id);
CREATE INDEX flows_to_plan ON millrace.flows USING btree (id) WHERE (enabled AND (due_at IS NULL) AND (jsonb_typeof((config -> 'schedule'::text)) = 'object'::text));
CREATE UNIQUE INDEX invitations_one_pending ON millrace.invitations USING btree (organization_id, lower(email)) WHERE ((accepted_at IS NULL) AND (revoked_at IS NULL));
CREATE INDEX memberships_user_uid_idx ON millrace.memberships USING btree (user_uid);
CREATE INDEX organizations_run_turn_idx ON millrace.organizations USING btree (run_turn);
CREATE INDEX range_offers_organization_id_idx ON millrace.range_offers USING btree (organization_id);
CREATE INDEX rejected_rows_rejected_at_idx ON millrace.rejected_rows USING btree (rejected_at);
CREATE INDEX rejected_rows_run_id_entity_id_idx ON millrace.rejected_rows USING btree (run_id, entity, id);
CREATE INDEX row_changes_kept_at_idx ON millrace.row_changes USING btree (kept_at);
CREATE INDEX run_log_run_id_id_idx ON millrace.run_log USING btree (run_id, id);
CREATE INDEX runs_by_key ON millrace.runs USING btree (organization_id, idempotency_key) WHERE (idempotency_key IS NOT NULL);
CREATE INDEX runs_flow_id_queued_at_idx ON millrace.runs USING btree (flow_id, queued_at DESC);
CREATE UNIQUE INDEX runs_idempotency ON millrace.runs USING btree (flow_id, idempotency_key) WHERE (idempotency_key IS NOT NULL);
CREATE INDEX runs_newest ON millrace.runs USING btree (organization_id, queued_at DESC, id DESC);
CREATE INDEX runs_newest_by_status ON millrace.runs USING btree (organization_id, status, queued_at DESC, id DESC);
CREATE INDEX runs_newest_by_trigger ON millrace.runs USING btree (organization_id, trigger, queued_at DESC, id DESC);
CREATE INDEX runs_newest_with_error ON millrace.runs USING btree (organization_id, queued_at DESC, id DESC) WHERE (error IS NOT NULL);
CREATE UNIQUE INDEX runs_once_per_due_time ON millrace.runs USING btree (flow_id, scheduled_for) WHERE (scheduled_for IS NOT NULL);
CREATE UNIQUE INDEX runs_one_active ON millrace.runs USING btree (flow_id) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text, 'committing'::text]));
CREATE INDEX runs_organization_id_changed_in_idx ON millrace.runs USING btree (organization_id, changed_in);
CREATE INDEX runs_under_way ON millrace.runs USING btree (organization_id) WHERE (status = ANY (ARRAY['running'::text, 'committing'::text]));
CREATE INDEX runs_waiting ON millrace.runs USING btree (turn) WHERE (status = 'queued'::text);
CREATE INDEX usage_entries_organization_id_counted_at_idx ON millrace.usage_entries USING btree (organization_id, counted_at);
CREATE UNIQUE INDEX job_common_i1 ON millrace_queue.job_common USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'created'::millrace_queue.job_state) AND (policy = 'short'::text));
CREATE INDEX job_common_i10 ON millrace_queue.job_common USING btree (name, singleton_key, state DESC, created_on, id) INCLUDE (start_after) WHERE ((state < 'active'::millrace_queue.job_state) AND (NOT blocked) AND (policy = 'key_strict_fifo'::text));
CREATE INDEX job_common_i11 ON millrace_queue.job_common USING btree (name, priority DESC, created_on, start_after) WHERE ((state < 'active'::millrace_queue.job_state) AND (NOT blocked));
CREATE INDEX job_common_i12 ON millrace_queue.job_common USING btree (source_root_id) WHERE (source_root_id IS NOT NULL);
CREATE UNIQUE INDEX job_common_i2 ON millrace_queue.job_common USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'active'::millrace_queue.job_state) AND (policy = 'singleton'::text));
CREATE UNIQUE INDEX job_common_i3 ON millrace_queue.job_common USING btree (name, state, COALESCE(singleton_key, ''::text)) WHERE ((state <= 'active'::millrace_queue.job_state) AND (policy = 'stately'::text));
CREATE UNIQUE INDEX job_common_i4 ON millrace_queue.job_common USING btree (name, singleton_on, COALESCE(singleton_key, ''::text)) WHERE ((state <> 'cancelled'::millrace_queue.job_state) AND (singleton_on IS NOT NULL));
CREATE UNIQUE INDEX job_common_i6 ON millrace_queue.job_common USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state <= 'active'::millrace_queue.job_state) AND (policy = 'exclusive'::text));
CREATE INDEX job_common_i7 ON millrace_queue.job_common USING btree (name, group_id) WHERE ((state = 'active'::millrace_queue.job_state) AND (group_id IS NOT NULL));
CREATE UNIQUE INDEX job_common_i8 ON millrace_queue.job_common USING btree (name, singleton_key) WHERE ((state = ANY (ARRAY['active'::millrace_queue.job_state, 'retry'::millrace_queue.job_state, 'failed'::millrace_queue.job_state])) AND (policy = 'key_strict_fifo'::text));
CREATE INDEX job_common_i9 ON millrace_queue.job_common USING btree (name, id) WHERE (blocking AND (state = 'completed'::millrace_queue.job_state));
CREATE INDEX job_dep_parent_idx ON millrace_queue.job_dependency USING btree (parent_name, parent_id);
CREATE INDEX queue_stats_i1 ON ONLY millrace_queue.queue_stats USING btree (name, captured_on DESC) INCLUDE (deferred_count, queued_count, ready_count, active_count, failed_count, total_count);
CREATE INDEX queue_stats_20261125_name_captured_on_deferred_count_queued_idx ON millrace_queue.queue_stats_20261125 USING btree (name, captured_on DESC) INCLUDE (deferred_count, queued_count, ready_count, active_count, failed_count, total_count);
CREATE INDEX queue_stats_20261126_name_captured_on_deferred_count_queued_idx ON millrace_queue.queue_stats_20261126 USING btree (name, captured_on DESC) INCLUDE (deferred_count, queued_count, ready_count, active_count, failed_count, total_count);
CREATE INDEX warning_i1 ON millrace_queue.warning USING btree (created_on DESC);
ALTER INDEX millrace_queue.job_pkey ATTACH PARTITION millrace_queue.job_common_pkey;
ALTER INDEX millrace_queue.queue_stats_i1 ATTACH PARTITION millrace_queue.queue_stats_20261125_name_captured_on_deferred_count_queued_idx;
ALTER INDEX millrace_queue.queue_stats_pkey ATTACH PARTITION millrace_queue.queue_stats_20261125_pkey;
ALTER INDEX millrace_queue.queue_stats_i1 ATTACH PARTITION millrace_queue.queue_stats_20261126_name_captured_on_deferred_count_queued_idx;
ALTER INDEX millrace_queue.queue_stats_pkey ATTACH PARTITION millrace_queue.queue_stats_20261126_pkey;
CREATE TRIGGER mark_change BEFORE UPDATE ON millrace.runs FOR EACH ROW EXECUTE FUNCTION millrace.mark_change();
CREATE TRIGGER told_when_deleted AFTER DELETE ON millrace.runs FOR EACH ROW WHEN ((old.finished_at IS NULL)) EXECUTE FUNCTION millrace.tell_deleted_run();
ALTER TABLE ONLY millrace.alert_channels
    ADD CONSTRAINT alert_channels_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES millrace.organizations(id) ON DELETE CASCADE;
ALTER TABLE ONLY millrace.alert_deliveries
    ADD CONSTRAINT alert_deliveries_organization_id_channel_id_fkey FOREIGN KEY (organization_id, channel_id) REFERENCES millrace.alert_channels(organization_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY millrace.audit_events
    ADD CONSTRAINT audit_events_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES millrace.organizations(id) ON DELETE CASCADE;
ALTER TABLE ONLY millrace.connections
    ADD CONSTRAINT connections_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES millrace.organizations(id) ON DELETE CASCADE;
ALTER TABLE ONLY millrace.connections
    ADD CONSTRAINT connections_organization_id_integration_id_fkey FOREIGN KEY (organization_id, integration_id) REFERENCES millrace.integrations(organization_id, id);
ALTER TABLE ONLY millrace.draft_tests
    ADD CONSTRAINT draft_tests_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES millrace.organizations(id) ON DELETE CASCADE;
ALTER TABLE ONLY millrace.flows
    ADD CONSTRAINT flows_organization_id_destination_connection_id_fkey FOREIGN KEY (organization_id, destination_connection_id) REFERENCES millrace.connections(organization_id, id);
ALTER TABLE ONLY millrace.flows
    ADD CONSTRAINT flows_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES millrace.organizations(id) ON DELETE CASCADE;
ALTER TABLE ONLY millrace.flows
    ADD CONSTRAINT flows_organization_id_source_connection_id_fkey FOREIGN KEY (organization_id, source_connection_id) REFERENCES millrace.connections(organization_id, id);
ALTER TABLE ONLY millrace.google_consents
    ADD CONSTRAINT google_consents_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES millrace.organizations(id) ON DELETE CASCADE;
ALTER TABLE ONLY millrace.google_consents
    ADD CONSTRAINT google_consents_organization_id_integration_id_fkey FOREIGN KEY (organization_id, integration_id) REFERENCES millrace.integrations(organization_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY millrace.integrations
    ADD CONSTRAINT integrations_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES millrace.organizations(id) ON DELETE CASCADE;
ALTER TABLE ONLY millrace.invitations
    ADD CONSTRAINT invitations_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES millrace.organizations(id) ON DELETE CASCADE;
ALTER TABLE ONLY millrace.memberships
    ADD CONSTRAINT memberships_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES millrace.organizations(id) ON DELETE CASCADE;
ALTER TABLE ONLY millrace.memberships
    ADD CONSTRAINT memberships_user_uid_fkey FOREIGN KEY (user_uid) REFERENCES millrace.users(uid) ON DELETE CASCADE;
ALTER TABLE ONLY millrace.outbox
    ADD CONSTRAINT outbox_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES millrace.organizations(id) ON DELETE CASCADE;
ALTER TABLE ONLY millrace.outbox
    ADD CONSTRAINT outbox_run_id_fkey FOREIGN KEY (run_id) REFERENCES millrace.runs(id) ON DELETE CASCADE;
ALTER TABLE ONLY millrace.range_helpers
    ADD CONSTRAINT range_helpers_offer_id_fkey FOREIGN KEY (offer_id) REFERENCES millrace.range_offers(id) ON DELETE CASCADE;
ALTER TABLE ONLY millrace.range_helpers
    ADD CONSTRAINT range_helpers_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES millrace.organizations(id) ON DELETE CASCADE;
ALTER TABLE ONLY millrace.range_offers
    ADD CONSTRAINT range_offers_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES millrace.organizations(id) ON DELETE CASCADE;
ALTER TABLE ONLY millrace.range_offers
    ADD CONSTRAINT range_offers_run_id_fkey FOREIGN KEY (run_id) REFERENCES millrace.runs(id) ON DELETE CASCADE;
ALTER TABLE ONLY millrace.rejected_rows
    ADD CONSTRAINT rejected_rows_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES millrace.organizations(id) ON DELETE CASCADE;
ALTER TABLE ONLY millrace.rejected_rows
    ADD CONSTRAINT rejected_rows_run_id_entity_fkey FOREIGN KEY (run_id, entity) REFERENCES millrace.rejected_streams(run_id, entity) ON DELETE CASCADE;
ALTER TABLE ONLY millrace.rejected_streams
    ADD CONSTRAINT rejected_streams_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES millrace.organizations(id) ON DELETE CASCADE;
ALTER TABLE ONLY millrace.rejected_streams
    ADD CONSTRAINT rejected_streams_run_id_fkey FOREIGN KEY (run_id) REFERENCES millrace.runs(id) ON DELETE CASCADE;
ALTER TABLE ONLY millrace.row_changes
    ADD CONSTRAINT row_changes_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES millrace.organizations(id) ON DELETE CASCADE;
ALTER TABLE ONLY millrace.row_changes
    ADD CONSTRAINT row_changes_run_id_fkey FOREIGN KEY (run_id) REFERENCES millrace.runs(id) ON DELETE CASCADE;
ALTER TABLE ONLY millrace.run_log
    ADD CONSTRAINT run_log_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES millrace.organizations(id) ON DELETE CASCADE;
ALTER TABLE ONLY millrace.run_log
    ADD CONSTRAINT run_log_run_id_fkey FOREIGN KEY (run_id) REFERENCES millrace.runs(id) ON DELETE CASCADE;
ALTER TABLE ONLY millrace.run_streams
    ADD CONSTRAINT run_streams_run_id_fkey FOREIGN KEY (run_id) REFERENCES millrace.runs(id) ON DELETE CASCADE;
ALTER TABLE ONLY millrace.runs
    ADD CONSTRAINT runs_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES millrace.organizations(id) ON DELETE CASCADE;
ALTER TABLE ONLY millrace.runs
    ADD CONSTRAINT runs_organization_id_flow_id_fkey FOREIGN KEY (organization_id, flow_id) REFERENCES millrace.flows(organization_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY millrace.stream_columns
    ADD CONSTRAINT stream_columns_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES millrace.organizations(id) ON DELETE CASCADE;
ALTER TABLE ONLY millrace.stream_columns
    ADD CONSTRAINT stream_columns_organization_id_flow_id_fkey FOREIGN KEY (organization_id, flow_id) REFERENCES millrace.flows(organization_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY millrace.stream_columns
    ADD CONSTRAINT stream_columns_run_id_fkey FOREIGN KEY (run_id) REFERENCES millrace.runs(id) ON DELETE CASCADE;
ALTER TABLE ONLY millrace.stream_positions
    ADD CONSTRAINT stream_positions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES millrace.organizations(id) ON DELETE CASCADE;
ALTER TABLE ONLY millrace.stream_positions
    ADD CONSTRAINT stream_positions_organization_id_flow_id_fkey FOREIGN KEY (organization_id, flow_id) REFERENCES millrace.flows(organization_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY millrace.stream_positions
    ADD CONSTRAINT stream_positions_run_id_fkey FOREIGN KEY (run_id) REFERENCES millrace.runs(id) ON DELETE CASCADE;
ALTER TABLE ONLY millrace.subscriptions
    ADD CONSTRAINT subscriptions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES millrace.organizations(id) ON DELETE CASCADE;
ALTER TABLE ONLY millrace.usage_entries
    ADD CONSTRAINT usage_entries_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES millrace.organizations(id) ON DELETE CASCADE;
ALTER TABLE ONLY millrace_queue.job_common
    ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES millrace_queue.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY millrace_queue.job_common
    ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES millrace_queue.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY millrace_queue.queue
    ADD CONSTRAINT queue_dead_letter_fkey FOREIGN KEY (dead_letter) REFERENCES millrace_queue.queue(name);
ALTER TABLE ONLY millrace_queue.schedule
    ADD CONSTRAINT schedule_name_fkey FOREIGN KEY (name) REFERENCES millrace_queue.queue(name) ON DELETE CASCADE;
ALTER TABLE ONLY millrace_queue.subscription
    ADD CONSTRAINT subscription_name_fkey FOREIGN KEY (name) REFERENCES millrace_queue.queue(name) ON DELETE CASCADE;
ALTER TABLE millrace.alert_channels ENABLE ROW LEVEL SECURITY;
ALTER TABLE millrace.alert_deliveries ENABLE ROW LEVEL SECURITY;
ALTER TABLE millrace.audit_events ENABLE ROW LEVEL SECURITY;
ALTER TABLE millrace.connections ENABLE ROW LEVEL SECURITY;
ALTER TABLE millrace.draft_tests ENABLE ROW LEVEL SECURITY;
ALTER TABLE millrace.ended_organizations ENABLE ROW LEVEL SECURITY;
ALTER TABLE millrace.flows ENABLE ROW LEVEL SECURITY;
ALTER TABLE millrace.google_consents ENABLE ROW LEVEL SECURITY;
ALTER TABLE millrace.integrations ENABLE ROW LEVEL SECURITY;
ALTER TABLE millrace.invitations ENABLE ROW LEVEL SECURITY;
ALTER TABLE millrace.master_key ENABLE ROW LEVEL SECURITY;
ALTER TABLE millrace.memberships ENABLE ROW LEVEL SECURITY;
ALTER TABLE millrace.organizations ENABLE ROW LEVEL SECURITY;
ALTER TABLE millrace.outbox ENABLE ROW LEVEL SECURITY;
ALTER TABLE millrace.range_helpers ENABLE ROW LEVEL SECURITY;
ALTER TABLE millrace.range_offers ENABLE ROW LEVEL SECURITY;
ALTER TABLE millrace.rejected_rows ENABLE ROW LEVEL SECURITY;
ALTER TABLE millrace.rejected_streams ENABLE ROW LEVEL SECURITY;
ALTER TABLE millrace.row_changes ENABLE ROW LEVEL SECURITY;
ALTER TABLE millrace.run_log ENABLE ROW LEVEL SECURITY;
ALTER TABLE millrace.run_streams ENABLE ROW LEVEL SECURITY;
ALTER TABLE millrace.runs ENABLE ROW LEVEL SECURITY;
CREATE POLICY scoped ON millrace.alert_channels USING ((millrace.scope_is_system() OR (organization_id = millrace.scope_organization())));
CREATE POLICY scoped ON millrace.alert_deliveries USING ((millrace.scope_is_system() OR (organization_id = millrace.scope_organization())));
CREATE POLICY scoped ON millrace.audit_events USING ((millrace.scope_is_system() OR (organization_id = millrace.scope_organization())));
CREATE POLICY scoped ON millrace.connections USING ((millrace.scope_is_system() OR (organization_id = millrace.scope_organization())));
CREATE POLICY scoped ON millrace.draft_tests USING ((millrace.scope_is_system() OR (organization_id = millrace.scope_organization())));
CREATE POLICY scoped ON millrace.ended_organizations USING ((millrace.scope_is_system() OR (id = millrace.scope_organization())));
CREATE POLICY scoped ON millrace.flows USING ((millrace.scope_is_system() OR (organization_id = millrace.scope_organization())));
CREATE POLICY scoped ON millrace.google_consents USING ((millrace.scope_is_system() OR (organization_id = millrace.scope_organization())));
CREATE POLICY scoped ON millrace.integrations USING ((millrace.scope_is_system() OR (organization_id = millrace.scope_organization())));
CREATE POLICY scoped ON millrace.invitations USING ((millrace.scope_is_system() OR (organization_id = millrace.scope_organization())));
CREATE POLICY scoped ON millrace.master_key USING (millrace.scope_is_system());
CREATE POLICY scoped ON millrace.memberships USING ((millrace.scope_is_system() OR (organization_id = millrace.scope_organization()) OR (user_uid = millrace.scope_user())));
CREATE POLICY scoped ON millrace.organizations USING ((millrace.scope_is_system() OR (id = millrace.scope_organization()) OR (EXISTS ( SELECT
   FROM millrace.memberships
  WHERE ((memberships.organization_id = organizations.id) AND (memberships.user_uid = millrace.scope_user()))))));
CREATE POLICY scoped ON millrace.outbox USING ((millrace.scope_is_system() OR (organization_id = millrace.scope_organization())));
CREATE POLICY scoped ON millrace.range_helpers USING ((millrace.scope_is_system() OR (organization_id = millrace.scope_organization())));
CREATE POLICY scoped ON millrace.range_offers USING ((millrace.scope_is_system() OR (organization_id = millrace.scope_organization())));
CREATE POLICY scoped ON millrace.rejected_rows USING ((millrace.scope_is_system() OR (organization_id = millrace.scope_organization())));
CREATE POLICY scoped ON millrace.rejected_streams USING ((millrace.scope_is_system() OR (organization_id = millrace.scope_organization())));
CREATE POLICY scoped ON millrace.row_changes USING ((millrace.scope_is_system() OR (organization_id = millrace.scope_organization())));
CREATE POLICY scoped ON millrace.run_log USING ((millrace.scope_is_system() OR (organization_id = millrace.scope_organization())));
CREATE POLICY scoped ON millrace.run_streams USING ((millrace.scope_is_system() OR (organization_id = millrace.scope_organization())));
CREATE POLICY scoped ON millrace.runs USING ((millrace.scope_is_system() OR (organization_id = millrace.scope_organization())));
CREATE POLICY scoped ON millrace.stream_columns USING ((millrace.scope_is_system() OR (organization_id = millrace.scope_organization())));
CREATE POLICY scoped ON millrace.stream_positions USING ((millrace.scope_is_system() OR (organization_id = millrace.scope_organization())));
CREATE POLICY scoped ON millrace.subscriptions USING ((millrace.scope_is_system() OR (organization_id = millrace.scope_organization())));
CREATE POLICY scoped ON millrace.usage_entries USING ((millrace.scope_is_system() OR (organization_id = millrace.scope_organization())));
CREATE POLICY scoped ON millrace.users USING ((millrace.scope_is_system() OR (uid = millrace.scope_user()) OR (EXISTS ( SELECT
   FROM millrace.memberships
  WHERE ((memberships.user_uid = users.uid) AND (memberships.organization_id = millrace.scope_organization()))))));
ALTER TABLE millrace.stream_columns ENABLE ROW LEVEL SECURITY;
ALTER TABLE millrace.stream_positions ENABLE ROW LEVEL SECURITY;
ALTER TABLE millrace.subscriptions ENABLE ROW LEVEL SECURITY;
ALTER TABLE millrace.usage_entries ENABLE ROW LEVEL SECURITY;
ALTER TABLE millrace.users ENABLE ROW LEVEL SECURITY;
