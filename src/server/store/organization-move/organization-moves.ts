import { first, only, type Query } from '../database/database.ts'
import type { KnownPeople } from './move-rows.ts'

/** An organization that moves, as one of both installations sees it. */
export interface OrganizationMoveRow {
  /** The same at both. */
  readonly id: string
  readonly state: 'stopping' | 'frozen' | 'moved' | 'arriving' | 'active'
  readonly people: KnownPeople | null
  /** How many rows of each table have arrived. */
  readonly progress: Readonly<Record<string, number>>
}

export const findMove = (query: Query, organizationId: string) =>
  first(
    query<OrganizationMoveRow>(
      'select id, state, people, progress from organization_moves where organization_id = $1',
      [organizationId],
    ),
  )

export const setMoveState = (
  query: Query,
  organizationId: string,
  state: OrganizationMoveRow['state'],
): Promise<object[]> =>
  query('update organization_moves set state = $2 where organization_id = $1', [organizationId, state])

/** At the old place: from now on nothing begins. @returns the id of the move, also of one that has begun before */
export async function beginStopping(query: Query, organizationId: string): Promise<OrganizationMoveRow> {
  const begun = await only(
    query<OrganizationMoveRow>(
      `insert into organization_moves as known (organization_id, id, state, schedules_paused)
       select id, gen_random_uuid(), 'stopping', schedules_paused from organizations where id = $1
       on conflict (organization_id) do update set state = known.state returning id, state, people, progress`,
      [organizationId],
    ),
  )
  await query('update organizations set schedules_paused = true where id = $1', [organizationId])
  return begun
}

/** At the new place, before its first row. */
export async function beginArriving(
  query: Query,
  {
    organization,
    move,
    people,
  }: {
    /** Its row, as JSON of Postgres. */
    readonly organization: string
    readonly move: string
    readonly people: KnownPeople
  },
): Promise<void> {
  await query(
    `with given as (select * from jsonb_populate_record(null::organizations, $1::jsonb)),
     arrived as (
       insert into organizations (id, name, created_at, run_turn, restored_at, schedules_paused, publishing)
       select id, name, created_at, run_turn, restored_at, true, publishing from given returning id)
     select from arrived`,
    [organization],
  )
  await query(
    `insert into organization_moves (organization_id, id, state, schedules_paused, people)
     values (($1::jsonb->>'id')::uuid, $2, 'arriving', ($1::jsonb->>'schedules_paused')::boolean, $3)`,
    [organization, move, JSON.stringify(people)],
  )
}

/** The row of an organization at the old place, as it was before it was stopped. */
export async function readOrganizationToMove(query: Query, organizationId: string): Promise<string> {
  const { content } = await only(
    query<{ content: string }>(
      `select (to_jsonb(organizations) || jsonb_build_object('schedules_paused', organization_moves.schedules_paused))::text as content
       from organizations join organization_moves on organization_id = organizations.id where organizations.id = $1`,
      [organizationId],
    ),
  )
  return content
}

export const saveProgress = (query: Query, organizationId: string, table: string, rows: number): Promise<object[]> =>
  query(
    'update organization_moves set progress = progress || jsonb_build_object($2::text, $3::int) where organization_id = $1',
    [organizationId, table, rows],
  )

/** Everything goes on as it was before. */
export const resumeOrganization = (query: Query, organizationId: string): Promise<object[]> =>
  query(
    `update organizations set schedules_paused = organization_moves.schedules_paused from organization_moves
     where organizations.id = $1 and organization_id = $1`,
    [organizationId],
  )

export const forgetMove = (query: Query, organizationId: string): Promise<object[]> =>
  query('delete from organization_moves where organization_id = $1', [organizationId])

/** Deletes an organization here, which goes on elsewhere: its mirrors first, so that nobody ends them at their sources. */
export async function removeOrganization(query: Query, organizationId: string): Promise<void> {
  await query('delete from mirrors where organization_id = $1', [organizationId])
  await query('delete from users where uid in (select user_uid from service_members where organization_id = $1)', [
    organizationId,
  ])
  await query('delete from organizations where id = $1', [organizationId])
}

/** The last epoch that the store has given. */
export async function lastEpoch(query: Query): Promise<string> {
  const { epoch } = await only(query<{ epoch: string }>('select last_value::text as epoch from run_epoch'))
  return epoch
}

/** Later epochs are far above those of another store, so that destinations refuse what that one still commits. */
export const raiseEpochs = (query: Query, above: string): Promise<object[]> =>
  query('select setval($$run_epoch$$, greatest(last_value, $1::bigint + 1000000000)) from run_epoch', [above])

/** For one call at a time, until the end of its session. @returns whether nobody else has it */
export async function lockMove(query: Query, organizationId: string): Promise<boolean> {
  const { is_free } = await only(
    query<{ is_free: boolean }>(`select pg_try_advisory_lock(hashtextextended('move of ' || $1::text, 0)) as is_free`, [
      organizationId,
    ]),
  )
  return is_free
}
