import type { Publishing } from '../../../core/catalog/publishing.ts'
import { first, only, type Query } from '../database/database.ts'
import { ANNOUNCED_SCHEDULES } from '../runs/wake-schedulers.ts'

export interface OrganizationRow {
  readonly id: string
  readonly name: string
  readonly created_at: Date
  readonly roles: string[]
  /** The time of the backup from which it was restored. */
  readonly restored_at: Date | null
  /** After a restore, until somebody confirms that the other installation is off. */
  readonly schedules_paused: boolean
  /** When edits of its flows are used by their runs. */
  readonly publishing: Publishing
}

/** The organizations of a person, oldest membership first, so that the first one stays the first. */
export const listOrganizations = (query: Query, uid: string): Promise<OrganizationRow[]> =>
  query<OrganizationRow>(
    `select organizations.id, name, organizations.created_at, restored_at, schedules_paused, publishing, roles
     from organizations join memberships on memberships.organization_id = organizations.id
     where user_uid = $1 order by memberships.created_at, organizations.id`,
    [uid],
  )

export const insertOrganization = (query: Query, name: string, ownerUid: string) =>
  only(
    query<OrganizationRow>(
      `with made as (insert into organizations (name) values ($1) returning id, name, created_at, restored_at, schedules_paused, publishing),
     joined as (insert into memberships (organization_id, user_uid, roles) select id, $2, '{owner}' from made returning roles)
     select made.*, joined.roles from made, joined`,
      [name, ownerUid],
    ),
  )

export async function findOrganizationSettings(query: Query, id: string) {
  const [row] = await query<{ name: string; publishing: Publishing }>(
    'select name, publishing from organizations where id = $1',
    [id],
  )
  return row ?? { name: '' }
}

/** @param publishing absent: it stays */
export const updateOrganization = (query: Query, id: string, name: string, publishing: Publishing | undefined) =>
  first(
    query<Omit<OrganizationRow, 'roles'>>(
      `update organizations set name = $2, publishing = coalesce($3, publishing) where id = $1
       returning id, name, created_at, restored_at, schedules_paused, publishing`,
      [id, name, publishing ?? null],
    ),
  )

/** Lets the schedules of all given organizations start runs again; absent: of all. @returns those whose schedules were paused */
export const resumePausedSchedules = (query: Query, id?: string) =>
  query<{ id: string; name: string }>(
    `with resumed as (
       update organizations set schedules_paused = false where schedules_paused and ($1::uuid is null or id = $1) returning id, name)
     select id, name, ${ANNOUNCED_SCHEDULES} from resumed`,
    [id ?? null],
  )

export const findOrganization = (query: Query, id: string) =>
  first(
    query<Omit<OrganizationRow, 'roles'>>(
      'select id, name, created_at, restored_at, schedules_paused, publishing from organizations where id = $1',
      [id],
    ),
  )

/** Closes an organization for all its members; they are kept, so that it can be restored as it was. */
export async function closeOrganization(query: Query, id: string): Promise<void> {
  await query('update organizations set deleted_at = now() where id = $1', [id])
  await query(
    `with gone as (delete from memberships where organization_id = $1 returning *)
     insert into deleted_memberships (id, organization_id, user_uid, roles, created_at)
     select id, organization_id, user_uid, roles, created_at from gone`,
    [id],
  )
}

/** Opens it again with all its members. */
export async function reopenOrganization(query: Query, id: string): Promise<void> {
  await query(`update organizations set deleted_at = null where id = $1 returning ${ANNOUNCED_SCHEDULES}`, [id])
  await query(
    `with back as (delete from deleted_memberships where organization_id = $1 returning *)
     insert into memberships (id, organization_id, user_uid, roles, created_at)
     select id, organization_id, user_uid, roles, created_at from back order by user_uid`,
    [id],
  )
}

export interface DeletedOrganizationRow {
  readonly id: string
  readonly name: string
  readonly deleted_at: Date
}

/** Those that the person owned and that can still be restored, in the system's scope; the last deleted one first. */
export const listDeletedOrganizations = (query: Query, uid: string): Promise<DeletedOrganizationRow[]> =>
  query<DeletedOrganizationRow>(
    `select organizations.id, name, deleted_at from organizations join deleted_memberships on organization_id = organizations.id
     where user_uid = $1 and 'owner' = any(roles) and deleted_at is not null order by deleted_at desc`,
    [uid],
  )

/** Deleted longer ago than this many days, in the system's scope. */
export const listExpiredOrganizations = async (query: Query, days: number): Promise<readonly string[]> =>
  (
    await query<{ id: string }>(
      `select id from organizations where deleted_at < now() - $1 * interval '1 day' order by deleted_at`,
      [days],
    )
  ).map(({ id }) => id)

export const deleteOrganization = (query: Query, id: string): Promise<object[]> =>
  query('delete from organizations where id = $1', [id])

export const organizationExists = async (query: Query, id: string): Promise<boolean> =>
  (await query('select from organizations where id = $1', [id])).length > 0

/** In the system's scope. @param named an id, or a name that several may have */
export const listNamedOrganizations = (query: Query, named: string): Promise<Pick<OrganizationRow, 'id' | 'name'>[]> =>
  query<Pick<OrganizationRow, 'id' | 'name'>>(
    'select id, name from organizations where (id::text = lower($1) or name = $1) and deleted_at is null order by id',
    [named],
  )
