import type { ViewedList } from '../../../core/catalog/saved-views.ts'
import { first, only, type Query } from '../database/database.ts'

export interface SavedViewRow {
  readonly id: string
  readonly list: ViewedList
  readonly name: string
  /** Null: it belongs to the organization. */
  readonly owner_uid: string | null
  readonly search: Readonly<Record<string, string>>
}

const COLUMNS = 'id, list, name, owner_uid, search'

/** Those of a member, and those of the organization. */
export const listSavedViews = (query: Query, organizationId: string, uid: string): Promise<SavedViewRow[]> =>
  query<SavedViewRow>(
    `select ${COLUMNS} from saved_views where organization_id = $1 and (owner_uid is null or owner_uid = $2)
     order by owner_uid is null, lower(name), id`,
    [organizationId, uid],
  )

/** Locked until the end of the transaction; nothing for a view of somebody else. */
export const lockSavedView = (query: Query, organizationId: string, uid: string, id: string) =>
  first(
    query<SavedViewRow>(
      `select ${COLUMNS} from saved_views where organization_id = $1 and (owner_uid is null or owner_uid = $2) and id = $3 for update`,
      [organizationId, uid, id],
    ),
  )

export const insertSavedView = (
  query: Query,
  organizationId: string,
  { list, name, owner_uid: ownerUid, search }: Omit<SavedViewRow, 'id'>,
): Promise<SavedViewRow> =>
  only(
    query<SavedViewRow>(
      `insert into saved_views (organization_id, owner_uid, list, name, search) values ($1, $2, $3, $4, $5) returning ${COLUMNS}`,
      [organizationId, ownerUid, list, name, JSON.stringify(search)],
    ),
  )

export const updateSavedView = (
  query: Query,
  organizationId: string,
  { id, name, owner_uid: ownerUid, search }: SavedViewRow,
): Promise<SavedViewRow> =>
  only(
    query<SavedViewRow>(
      `update saved_views set name = $3, owner_uid = $4, search = $5, updated_at = now()
       where organization_id = $1 and id = $2 returning ${COLUMNS}`,
      [organizationId, id, name, ownerUid, JSON.stringify(search)],
    ),
  )

export const deleteSavedView = (query: Query, organizationId: string, id: string): Promise<object[]> =>
  query('delete from saved_views where organization_id = $1 and id = $2', [organizationId, id])
