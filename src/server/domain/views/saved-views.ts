import type { ViewedList } from '../../../core/catalog/saved-views.ts'
import type { Database, Query } from '../../store/database/database.ts'
import {
  deleteSavedView,
  insertSavedView,
  listSavedViews,
  lockSavedView,
  type SavedViewRow,
  updateSavedView,
} from '../../store/organizations/saved-views.ts'
import { type Member, peopleOnly, requirePermission } from '../members/member.ts'
import { notFound } from '../request-error.ts'

interface ViewValues {
  readonly name: string
  readonly isShared: boolean
  readonly search: Readonly<Record<string, string>>
}

type ViewChange = { readonly [Key in keyof ViewValues]?: ViewValues[Key] | undefined }

/** Those of the member, and those of the organization. */
export const readViews = (database: Database, { organizationId, person }: Member): Promise<SavedViewRow[]> =>
  database.inOrganization(organizationId, (query) => listSavedViews(query, organizationId, person.uid))

/** @throws RequestError forbidden, for a shared view of somebody who may not change flows */
export async function createView(
  database: Database,
  member: Member,
  { list, name, isShared, search }: ViewValues & { readonly list: ViewedList },
): Promise<SavedViewRow> {
  if (member.person.service) throw peopleOnly()
  if (isShared) requirePermission(member, 'flow.write')
  const ownerUid = isShared ? null : member.person.uid
  return database.inOrganization(member.organizationId, (query) =>
    insertSavedView(query, member.organizationId, { list, name, search, owner_uid: ownerUid }),
  )
}

/** Absent fields stay. A view that is shared no longer belongs to whoever says so. @throws RequestError */
export const changeView = (
  database: Database,
  member: Member,
  id: string,
  { name, isShared, search }: ViewChange,
): Promise<SavedViewRow> =>
  database.inOrganization(member.organizationId, async (query) => {
    const view = await requireView(query, member, id)
    if (isShared) requirePermission(member, 'flow.write')
    const owner = isShared === undefined ? view.owner_uid : isShared ? null : member.person.uid
    return updateSavedView(query, member.organizationId, {
      ...view,
      name: name ?? view.name,
      search: search ?? view.search,
      owner_uid: owner,
    })
  })

/** @throws RequestError */
export const removeView = (database: Database, member: Member, id: string): Promise<void> =>
  database.inOrganization(member.organizationId, async (query) => {
    await requireView(query, member, id)
    await deleteSavedView(query, member.organizationId, id)
  })

/** A view that the member may change. @throws RequestError not found, also for one of somebody else; forbidden */
async function requireView(query: Query, member: Member, id: string): Promise<SavedViewRow> {
  if (member.person.service) throw peopleOnly()
  const view = await lockSavedView(query, member.organizationId, member.person.uid, id)
  if (!view) throw notFound()
  if (view.owner_uid === null) requirePermission(member, 'flow.write')
  return view
}
