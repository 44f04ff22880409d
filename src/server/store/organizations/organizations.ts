import { first, only, type Query } from '../database/database.ts'

export interface OrganizationRow {
  readonly id: string
  readonly name: string
  readonly created_at: Date
  readonly roles: string[]
}

/** The organizations of a person, oldest membership first, so that the first one stays the first. */
export const listOrganizations = (query: Query, uid: string): Promise<OrganizationRow[]> =>
  query<OrganizationRow>(
    `select organizations.id, name, organizations.created_at, roles
     from organizations join memberships on memberships.organization_id = organizations.id
     where user_uid = $1 order by memberships.created_at, organizations.id`,
    [uid],
  )

export const insertOrganization = (query: Query, name: string, ownerUid: string) =>
  only(
    query<OrganizationRow>(
      `with made as (insert into organizations (name) values ($1) returning id, name, created_at),
     joined as (insert into memberships (organization_id, user_uid, roles) select id, $2, '{owner}' from made returning roles)
     select made.*, joined.roles from made, joined`,
      [name, ownerUid],
    ),
  )

export async function findOrganizationName(query: Query, id: string): Promise<string> {
  const [row] = await query<{ name: string }>('select name from organizations where id = $1', [id])
  return row?.name ?? ''
}

export const renameOrganization = (query: Query, id: string, name: string) =>
  first(
    query<Omit<OrganizationRow, 'roles'>>(
      'update organizations set name = $2 where id = $1 returning id, name, created_at',
      [id, name],
    ),
  )

export const deleteOrganization = (query: Query, id: string): Promise<object[]> =>
  query('delete from organizations where id = $1', [id])

export const organizationExists = async (query: Query, id: string): Promise<boolean> =>
  (await query('select from organizations where id = $1', [id])).length > 0
