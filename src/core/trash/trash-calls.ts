import type { ActiveOrganization } from '../organizations/active-organization.ts'
import { forOrganization } from '../organizations/for-organization.ts'
import type { TrashRepository } from './trash-repository.ts'

interface TrashDeps {
  readonly organization: ActiveOrganization
  readonly trash: TrashRepository
}

const ask = forOrganization<TrashDeps>()

export const TRASH_CALLS = {
  listTrash: ask(({ trash }, organizationId) => trash.list(organizationId)),
  restoreFromTrash: ask(({ trash }, organizationId, id: string) => trash.restore(organizationId, id)),
  deletePermanently: ask(({ trash }, organizationId, id: string) => trash.deletePermanently(organizationId, id)),
}
