import { inEnglish } from '../../../core/catalog/sentence.ts'
import type { Query } from '../database/database.ts'
import { cancelledBy } from '../runs/run-log.ts'

interface Person {
  readonly uid: string
  /** Names and addresses under which others recorded them. */
  readonly names: readonly string[]
}

/** A flow may have the name of a person; only members and invitations are people. */
const IS_OF_PERSON = `(coalesce(lower(target_name) = any ($2), false) and action ~ '^(member|invitation)\\.')`

/** Of a flow in the trash, and of a discarded one. */
const HAS_DRAFT = `coalesce(content->'draft'->>'updated_by' = $1, false)`

/** A change of the owner of a flow from or to the person. */
const NAMES_OWNER = `change->'path'->>0 = 'owner' and (lower(change->>'from') = any ($2) or lower(change->>'to') = any ($2))`

/** Records of changes of the owner stay, without the names. */
const forgetOwner = (table: string): string =>
  `update ${table} set changes = (
     select jsonb_agg(case when ${NAMES_OWNER} then change - 'from' - 'to' else change end order by place)
     from jsonb_array_elements(changes) with ordinality as listed (change, place))
   where organization_id in (select organization_id from memberships where user_uid = $1)
     and jsonb_typeof(changes) = 'array' and exists (select from jsonb_array_elements(changes) change where ${NAMES_OWNER})`

/** With the id of the person, the names, and what the log says of a run that somebody with the name NAME, or with these, has cancelled. */
const REPLACE_PERSON = `
  with concerned as materialized (
    select organization_id, 'deleted-' || left(replace(gen_random_uuid()::text, '-', ''), 12) as pseudonym
    from (
      select organization_id from audit_events where actor_uid = $1 or lower(target_name) = any ($2)
      union select organization_id from runs where triggered_by = $1
      union select organization_id from trash where deleted_by = $1
      union select organization_id from versions where saved_by = $1
      union select organization_id from run_approvals where approved_by = $1
      union select organization_id from flow_proposals where proposed_by = $1
      union select organization_id from batches where asked_by = $1
      union select organization_id from flows where draft->>'updated_by' = $1
      union select organization_id from trash where content->'draft'->>'updated_by' = $1
      union select organization_id from invitations where invited_by = $1 or lower(email) = any ($2)
    ) as places),
  runs_started as (
    update runs set triggered_by = pseudonym from concerned
    where runs.organization_id = concerned.organization_id and triggered_by = $1),
  things_deleted as (
    update trash set
      deleted_by = case when deleted_by = $1 then pseudonym else deleted_by end,
      content = case when ${HAS_DRAFT} then jsonb_set(content, '{draft,updated_by}', to_jsonb(pseudonym)) else content end
    from concerned
    where trash.organization_id = concerned.organization_id and (deleted_by = $1 or ${HAS_DRAFT})),
  flows_edited as (
    update flows set draft = jsonb_set(draft, '{updated_by}', to_jsonb(pseudonym)) from concerned
    where flows.organization_id = concerned.organization_id and draft->>'updated_by' = $1),
  flows_asked_for as (
    update batches set asked_by = pseudonym, caller = '{}' from concerned
    where batches.organization_id = concerned.organization_id and asked_by = $1),
  versions_saved as (
    update versions set saved_by = pseudonym from concerned
    where versions.organization_id = concerned.organization_id and saved_by = $1),
  runs_approved as (
    update run_approvals set approved_by = pseudonym from concerned
    where run_approvals.organization_id = concerned.organization_id and approved_by = $1),
  flows_proposed as (
    update flow_proposals set proposed_by = pseudonym from concerned
    where flow_proposals.organization_id = concerned.organization_id and proposed_by = $1),
  runs_cancelled as (
    update run_log set message = replace($3, 'NAME', pseudonym), sentence = jsonb_set(sentence, '{values,0}', to_jsonb(pseudonym)) from concerned, audit_events
    where audit_events.actor_uid = $1 and action = 'run.cancelled' and run_id = target_id::uuid
      and audit_events.organization_id = concerned.organization_id and message = any ($4)),
  invitations_sent as (
    update invitations set
      invited_by = case when invited_by = $1 then pseudonym else invited_by end,
      email = case when lower(email) = any ($2) and accepted_at is not null then pseudonym else email end
    from concerned
    where invitations.organization_id = concerned.organization_id
      and (invited_by = $1 or (lower(email) = any ($2) and accepted_at is not null)))
  update audit_events set
    actor_uid = case when actor_uid = $1 then pseudonym else actor_uid end,
    actor_name = case when actor_uid = $1 then null else actor_name end,
    address = case when actor_uid = $1 then null else address end,
    target_name = case when ${IS_OF_PERSON} then pseudonym else target_name end
  from concerned
  where audit_events.organization_id = concerned.organization_id and (actor_uid = $1 or ${IS_OF_PERSON})`

/**
 * Replaces a person by a pseudonym wherever organizations have recorded them, in the system's scope. A different
 * one in each organization, so that nobody can find out that two had the same member.
 */
export async function pseudonymise(query: Query, { uid, names }: Person): Promise<void> {
  const known = names.map((name) => name.toLowerCase())
  await query(`update batches set change = change - 'owner' where change->'owner'->>'uid' = $1`, [uid])
  await query(REPLACE_PERSON, [
    uid,
    known,
    inEnglish(cancelledBy('NAME')),
    names.map((name) => inEnglish(cancelledBy(name))),
  ])
  // Who owns a flow is no record of the past: nobody is named any more. Not above, where each row may change once.
  await query('update flows set owner_uid = null where owner_uid = $1', [uid])
  for (const table of ['audit_events', 'versions']) await query(forgetOwner(table), [uid, known])
  await query(`update trash set content = content - 'owner_uid' where kind = 'flow' and content->>'owner_uid' = $1`, [
    uid,
  ])
}
