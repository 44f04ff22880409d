import type { ActiveOrganization } from '../organizations/active-organization.ts'
import { forOrganization } from '../organizations/for-organization.ts'
import type { NewView, ViewChange } from './saved-view.ts'
import type { ViewRepository } from './view-repository.ts'

interface ViewDeps {
  readonly organization: ActiveOrganization
  readonly views: ViewRepository
}

const ask = forOrganization<ViewDeps>()

export const VIEW_CALLS = {
  listViews: ask(({ views }, organizationId) => views.list(organizationId)),
  createView: ask(({ views }, organizationId, view: NewView) => views.create(organizationId, view)),
  updateView: ask(({ views }, organizationId, id: string, change: ViewChange) =>
    views.update(organizationId, id, change),
  ),
  removeView: ask(({ views }, organizationId, id: string) => views.remove(organizationId, id)),
}
