import { randomUUID } from 'node:crypto'

import { expect } from 'vitest'
import type { Permission } from '../../src/core/catalog/permissions.ts'

import { run } from '../support/run-sql.ts'
import type { Api } from '../support/start-api.ts'

/** One of everything that a path can name, by the name that the contract gives it there. */
export type Children = Readonly<Record<string, string>>

/** A table that a run has moved. */
const STREAM = {
  ...{ entity: 'public.a', target: 'public.a', status: 'succeeded', bytes: 8 },
  ...{ rows_read: 1, rows_filtered: 0, rows_rejected: 0, rows_written: 1 },
}

/** What a mirror has brought in a minute. */
const WINDOW = { position_from: null, position_to: '0/1', transactions: 1, tables: [], lag_p50_ms: 1, lag_p99_ms: 1 }

/** What a call must say after its path. */
export const queryOf = (call: string): string => QUERIES[call] ?? ''

const QUERIES: Readonly<Record<string, string>> = {
  listMirrorDifference: '?entity=public.a',
  listLastChanges: '?of=settings',
}

/** A part of what a call does needs more than its permission; the example pauses tables, which changes a flow. */
export const alsoNeeded = (call: string): Permission => ALSO_NEEDED[call] ?? 'flow.read'

const ALSO_NEEDED: Readonly<Record<string, Permission>> = { changeMirroredTable: 'flow.write' }

/** Fills an organization of `owner` with one of everything, and a row in each table that belongs to one. */
export async function inhabit(api: Api, organization: string): Promise<Children> {
  const base = `/v1/organizations/${organization}`
  const add = async (path: string, body: object) => {
    const { status, body: answer } = await api.call('owner', 'POST', `${base}/${path}`, body)
    expect([201, 202], JSON.stringify(answer)).toContain(status)
    return answer
  }
  const credentials = { host: 'db.example', user: 'etl', password: 's3cret', dbname: 'dw' }
  const integration = await add('integrations', { name: 'I', type: 'postgres', credentials })
  const connection = await add('connections', {
    name: 'C',
    type: 'postgres',
    integration_id: integration.id,
    config: {},
  })
  const ends = { source_connection: { id: connection.id }, destination_connection: { id: connection.id } }
  const flow = await add('flows', { name: 'F', ...ends })
  const after = { flows: [{ id: flow.id }], when: 'any_ended' }
  const follower = await add('flows', { name: 'G', enabled: false, ...ends, config: { after } })
  expect((await api.call('owner', 'POST', `${base}/flows/${flow.id}/inbound-url`, {})).status).toBe(200)
  const { run_id: runId } = await add(`flows/${flow.id}/run`, {})
  const invitation = await add('invitations', { email: 'new@example.com', roles: ['viewer'] })
  const channel = await add('alert-channels', { kind: 'email', recipients: ['ops@example.com'], events: ['failed'] })
  const { id: trashId } = await add('integrations', { name: 'Gone', type: 'sendgrid', credentials: { api_key: 'k' } })
  await api.call('owner', 'DELETE', `${base}/integrations/${trashId}`)
  const { id: serviceMemberId } = await add('service-members', { name: 'CI', role: 'viewer' })
  const { id: credentialId } = await add(`service-members/${serviceMemberId}/federated-credentials`, {
    ...{ issuer: 'https://issuer.example', audience: 'millrace', subject: 'repo:octo/shop:ref:main' },
  })
  await run(
    api.storeUrl,
    `insert into millrace.short_keys (key_hash, organization_id, credential_id, service_member_id, expires_at)
     values ($1, $2, $3, $4, now() + interval '1 minute')`,
    [Buffer.from(organization), organization, credentialId, serviceMemberId],
  )
  await run(
    api.storeUrl,
    `insert into millrace.exchanged_tokens (digest, organization_id, key_hash) values ($1, $2, $1)`,
    [Buffer.from(organization), organization],
  )
  await run(
    api.storeUrl,
    `insert into millrace.key_requests (code, secret_hash, expires_at, service_member_id) values ($1, $2, now() + interval '1 minute', $3)`,
    [organization.slice(0, 9), Buffer.from(organization), serviceMemberId],
  )
  const [{ id: proposalId = '' } = {}] = await run<{ id: string }>(
    api.storeUrl,
    `insert into millrace.flow_proposals (organization_id, name, document, proposed_by) values ($1, 'P', 'kind: flow', 'owner') returning id`,
    [organization],
  )
  const [{ id: batchId = '' } = {}] = await run<{ id: string }>(
    api.storeUrl,
    `with batch as (insert into millrace.batches (organization_id, asked_by, caller) values ($1, 'owner', '{}') returning id, organization_id)
     insert into millrace.batch_flows (batch_id, organization_id, flow_id, position, state)
     select id, organization_id, $2, 0, 'done' from batch returning batch_id as id`,
    [organization, flow.id],
  )
  const [{ id: viewId = '' } = {}] = await run<{ id: string }>(
    api.storeUrl,
    `insert into millrace.saved_views (organization_id, owner_uid, list, name, search) values ($1, null, 'flows', 'V', '{}') returning id`,
    [organization],
  )
  const members = await api.call('owner', 'GET', `${base}/members`)

  const deliveryId = randomUUID()
  await run(
    api.storeUrl,
    `insert into millrace.alert_deliveries (organization_id, channel_id, event, message, next_try_at, state, id)
     values ($1, $2, 'test', '{}', null, 'delivered', $3)`,
    [organization, channel.id, deliveryId],
  )

  await run(
    api.storeUrl,
    `insert into millrace.connection_tests (organization_id, connection_id, at, ok, milliseconds) values ($1, $2, now(), true, 1)`,
    [organization, connection.id],
  )

  await run(
    api.storeUrl,
    `insert into millrace.draft_tests (organization_id, digest, outcome) values ($1, 'd', '{}')`,
    [organization],
  )

  await run(
    api.storeUrl,
    `insert into millrace.deleted_memberships (id, organization_id, user_uid, roles, created_at)
     values (gen_random_uuid(), $1, 'owner', '{owner}', now())`,
    [organization],
  )

  await run(
    api.storeUrl,
    `insert into millrace.request_keys (id, caller, organization_id, fingerprint, attempt, leased_until)
     values ($1, '\\x01', $2, 'f', gen_random_uuid(), now())`,
    [Buffer.from(organization), organization],
  )

  // What only a worker, a payment page or a Google consent would leave behind.
  await run(
    api.storeUrl,
    `insert into millrace.subscriptions (organization_id, plan_id, status) values ($1, 'team', 'active')`,
    [organization],
  )
  await run(
    api.storeUrl,
    `insert into millrace.google_consents (state_hash, organization_id, user_uid, integration_name, browser_hash, code_verifier)
     values (gen_random_uuid()::text::bytea, $1, 'owner', 'G', '\\x02', 'v')`,
    [organization],
  )
  await run(
    api.storeUrl,
    `insert into millrace.run_log (organization_id, run_id, level, message) values ($1, $2, 'info', 'a line')`,
    [organization, runId],
  )
  await run(
    api.storeUrl,
    `insert into millrace.stream_positions (organization_id, flow_id, entity, target, cursor_column, bound, run_id)
     values ($1, $2, 'public.a', 'public.a', 'id', '1', $3)`,
    [organization, flow.id, runId],
  )
  await run(
    api.storeUrl,
    `insert into millrace.awaited_runs (organization_id, flow_id, after_flow_id, run_id) values ($1, $2, $3, $4)`,
    [organization, follower.id, flow.id, runId],
  )
  await run(
    api.storeUrl,
    `insert into millrace.stream_columns (organization_id, flow_id, entity, target, columns, run_id)
     values ($1, $2, 'public.a', 'public.a', '[]', $3)`,
    [organization, flow.id, runId],
  )
  await run(
    api.storeUrl,
    `insert into millrace.run_streams (organization_id, run_id, ordinal, stream) values ($1, $2, 0, $3)`,
    [organization, runId, STREAM],
  )
  await run(
    api.storeUrl,
    `with mirror as (insert into millrace.mirrors (organization_id, flow_id, wanted, state, source_connection_id, destination_connection_id)
       values ($1, $2, 'off', 'off', $3, $3) returning organization_id, flow_id),
     tables as (insert into millrace.mirror_tables (organization_id, flow_id, entity, target) select organization_id, flow_id, 'public.a', 'public.a' from mirror),
     differences as (insert into millrace.mirror_differences (organization_id, flow_id, entity, sealed) select organization_id, flow_id, 'public.a', '{}' from mirror)
     insert into millrace.mirror_windows (organization_id, flow_id, number, began_at, ended_at, content, hash)
     select organization_id, flow_id, 1, now(), now(), $4, 'h' from mirror`,
    [organization, flow.id, connection.id, WINDOW],
  )
  await run(
    api.storeUrl,
    `insert into millrace.table_changes (organization_id, run_id, connection_id, side, at, entity, target, columns)
     values ($1, $2, $3, 'source', now(), 'public.a', 'public.a', '[]')`,
    [organization, runId, connection.id],
  )
  await run(
    api.storeUrl,
    `insert into millrace.rejected_streams (organization_id, run_id, entity, target, columns) values ($1, $2, 'public.a', 'public.a', '[]')`,
    [organization, runId],
  )
  await run(api.storeUrl, 'insert into millrace.assistant_settings (organization_id, shows_values) values ($1, true)', [
    organization,
  ])
  await run(
    api.storeUrl,
    `with runs as (insert into millrace.run_limits (organization_id, own_waiting) values ($1, 40)),
     waiting as (insert into millrace.run_queue (run_id, organization_id, account, turn, begins_at)
       values ($2, $1, 'account', 1, 'infinity') on conflict do nothing),
     moves as (insert into millrace.organization_moves (organization_id, id, state, schedules_paused) values ($1, gen_random_uuid(), 'active', false))
     insert into millrace.reject_limits (organization_id, rows, megabytes, days) values ($1, 100, 1, 1)`,
    [organization, runId],
  )
  await run(
    api.storeUrl,
    `insert into millrace.rejected_causes (organization_id, run_id, entity, column_name, rule, rows, kept, mends, sealed)
     values ($1, $2, 'public.a', 'id', 'must have a value', 1, 1, '[]', '{}')`,
    [organization, runId],
  )
  await run(
    api.storeUrl,
    `insert into millrace.rejected_rows (organization_id, run_id, entity, row_number, column_name, rule, sealed)
     values ($1, $2, 'public.a', 1, 'id', 'must have a value', '{}')`,
    [organization, runId],
  )
  await run(
    api.storeUrl,
    `with offered as (
       insert into millrace.range_offers (organization_id, run_id, epoch, offer) values ($1, $2, 1, '{}') returning id),
     helped as (insert into millrace.range_helpers (organization_id, offer_id, worker) select $1, id, 'a' from offered)
     insert into millrace.stream_claims (organization_id, offer_id, worker) select $1, id, 'a' from offered`,
    [organization, runId],
  )
  await run(
    api.storeUrl,
    `insert into millrace.run_approvals (organization_id, run_id, approved_by) values ($1, $2, 'owner')`,
    [organization, runId],
  )
  await run(
    api.storeUrl,
    `insert into millrace.run_lineage (organization_id, run_id, entity, lineage) values ($1, $2, 'public.a', '{}')`,
    [organization, runId],
  )
  await run(
    api.storeUrl,
    `insert into millrace.run_structures (organization_id, run_id, objects) values ($1, $2, '[]')`,
    [organization, runId],
  )
  await run(
    api.storeUrl,
    `insert into millrace.row_changes (organization_id, run_id, entity, sealed) values ($1, $2, 'public.a', '{}')`,
    [organization, runId],
  )
  await run(
    api.storeUrl,
    `insert into millrace.check_rows (organization_id, run_id, entity, check_id, sealed) values ($1, $2, 'public.a', 'filled', '{}')`,
    [organization, runId],
  )
  // The run may have ended meanwhile, and have left its own.
  await run(
    api.storeUrl,
    `with budgets as (insert into millrace.organization_budgets (organization_id, rows) values ($1, 100)),
       spent as (insert into millrace.spending (organization_id, scope_id, month) values ($1, $1, '2026-01-01')),
       answers as (insert into millrace.kept_answers (organization_id, question, day, sealed, bytes) values ($1, 'q', '2026-01-01', '{}', 1)),
       estimates as (insert into millrace.run_estimates (organization_id, run_id, destination) values ($1, $2, '{"figures":{},"quotas":[],"notes":[]}'))
     insert into millrace.run_spending (organization_id, run_id) values ($1, $2) on conflict do nothing`,
    [organization, runId],
  )
  await run(
    api.storeUrl,
    `insert into millrace.outbox (run_id, target, organization_id, status, rows) values ($2, 'public.a', $1, 'delivered', 1)`,
    [organization, runId],
  )
  await run(
    api.storeUrl,
    `insert into millrace.usage_entries (organization_id, run_id, entity, target, rows_written)
     values ($1, $2, 'public.a', 'public.a', 1) on conflict do nothing`,
    [organization, runId],
  )
  return {
    integrationId: integration.id,
    connectionId: connection.id,
    flowId: flow.id,
    runId,
    invitationId: invitation.id,
    channelId: channel.id,
    deliveryId,
    trashId,
    serviceMemberId,
    credentialId,
    proposalId,
    batchId,
    viewId,
    memberId: members.body[0].id,
  }
}

/** Makes a person a member without an invitation. */
export async function join(api: Api, organization: string, uid: string, roles: readonly string[]): Promise<void> {
  await api.call(uid, 'POST', '/v1/users/sync-profile')
  await run(
    api.storeUrl,
    `insert into millrace.memberships (organization_id, user_uid, roles) values ($1, $2, $3)
     on conflict (organization_id, user_uid) do update set roles = excluded.roles`,
    [organization, uid, roles],
  )
}
