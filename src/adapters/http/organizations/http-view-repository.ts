import { VIEW_ROUTES } from '../../../contract/views.ts'
import { defined } from '../../../core/catalog/defined.ts'
import type { ViewChange } from '../../../core/views/saved-view.ts'
import type { ViewRepository } from '../../../core/views/view-repository.ts'
import type { HttpClient } from '../http-client.ts'

export const httpViewRepository = (http: HttpClient): ViewRepository => ({
  list: (orgId) => http.call(VIEW_ROUTES.listViews, { params: { orgId } }),

  create(orgId, { list, name, isShared, search }) {
    const body = { list, name, is_shared: isShared, search: { ...search } }
    return http.call(VIEW_ROUTES.createView, { params: { orgId }, body })
  },

  update: (orgId, viewId, change) =>
    http.call(VIEW_ROUTES.updateView, { params: { orgId, viewId }, body: changeBody(change) }),

  remove: (orgId, viewId) => http.send(VIEW_ROUTES.deleteView, { params: { orgId, viewId } }),
})

const changeBody = ({ name, isShared, search }: ViewChange) =>
  defined({ name, is_shared: isShared, search: search && { ...search } })
