import { changeView, createView, readViews, removeView } from '../../domain/views/saved-views.ts'
import type { Database } from '../../store/database/database.ts'
import type { SavedViewRow } from '../../store/organizations/saved-views.ts'
import type { Handlers } from '../handler.ts'

export const viewHandlers = ({ database }: { readonly database: Database }) =>
  ({
    listViews: async ({ member }) => (await readViews(database, member)).map(toWire),

    createView: async ({ member, body: { is_shared: isShared = false, ...view } }) =>
      toWire(await createView(database, member, { ...view, isShared })),

    updateView: async ({ member, params, body: { is_shared: isShared, ...change } }) =>
      toWire(await changeView(database, member, params['viewId'] ?? '', { ...change, isShared })),

    deleteView: async ({ member, params }) => {
      await removeView(database, member, params['viewId'] ?? '')
      return undefined
    },
  }) satisfies Partial<Handlers>

const toWire = ({ id, list, name, owner_uid: owner, search }: SavedViewRow) => ({
  id,
  list,
  name,
  is_shared: owner === null,
  search,
})
