import type { ActiveOrganization } from '../organizations/active-organization.ts'
import type { AlertRepository } from './alert-repository.ts'

export interface AlertDeps {
  readonly organization: ActiveOrganization
  readonly alerts: AlertRepository
}
