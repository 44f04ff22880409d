import type { AlertRepository } from '../core/alerts/alert-repository.ts'
import type { AuditRepository } from '../core/audit/audit-repository.ts'
import type { Clock } from '../core/auth/clock.ts'
import type { Identity } from '../core/auth/identity.ts'
import type { Session } from '../core/auth/session.ts'
import type { BillingRepository } from '../core/billing/billing-repository.ts'
import type { BudgetRepository } from '../core/budgets/budget-repository.ts'
import type { BulkRepository } from '../core/bulk/bulk-repository.ts'
import type { UnfinishedBulkStore } from '../core/bulk/unfinished-bulk-store.ts'
import type { CodeRepository } from '../core/code/code-repository.ts'
import type { ConnectionRepository } from '../core/connections/connection-repository.ts'
import type { DashboardRepository } from '../core/dashboard/dashboard-repository.ts'
import type { DraftStore } from '../core/flows/drafts/draft-store.ts'
import type { EditHistoryStore } from '../core/flows/drafts/edit-history-store.ts'
import type { FlowRepository } from '../core/flows/flow-repository.ts'
import type { PositionStore } from '../core/flows/positions/position-store.ts'
import type { UniqueKeys } from '../core/flows/streams/unique-keys.ts'
import type { IntegrationRepository } from '../core/integrations/integration-repository.ts'
import type { InvitationRepository } from '../core/invitations/invitation-repository.ts'
import type { MemberRepository } from '../core/members/member-repository.ts'
import type { MissingCalls } from '../core/missing-calls.ts'
import type { Log, Notifier } from '../core/notices/notice.ts'
import type { ChosenOrganizationStore } from '../core/organizations/chosen-organization-store.ts'
import type { OrganizationRepository } from '../core/organizations/organization-repository.ts'
import type { OrganizationStore } from '../core/organizations/organization-store.ts'
import type { PreferenceStore } from '../core/preferences/preferences.ts'
import type { ProfileRepository } from '../core/profile/profile-repository.ts'
import type { RejectRepository } from '../core/rejects/reject-repository.ts'
import type { ResourceCache } from '../core/resources/resource-cache.ts'
import type { RunEvents } from '../core/runs/live/run-events.ts'
import type { RunRepository } from '../core/runs/run-repository.ts'
import type { SampleDataRepository } from '../core/sample-data/sample-data-repository.ts'
import type { ServiceMemberRepository } from '../core/service-members/service-member-repository.ts'
import type { Site } from '../core/site.ts'
import type { TrashRepository } from '../core/trash/trash-repository.ts'

/** Everything that an environment must provide: the outside world, and the initial state of a session. */
export interface Ports {
  readonly identity: Identity
  readonly clock: Clock
  readonly site: Site
  readonly log: Log
  readonly notifier: Notifier
  readonly uniqueKeys: UniqueKeys
  readonly session: Session
  readonly missingCalls: MissingCalls
  readonly organization: OrganizationStore
  readonly chosenOrganization: ChosenOrganizationStore
  readonly resources: ResourceCache
  readonly positions: PositionStore
  readonly drafts: DraftStore
  readonly editHistories: EditHistoryStore
  readonly unfinishedBulks: UnfinishedBulkStore
  readonly preferences: PreferenceStore
  readonly profiles: ProfileRepository
  readonly organizations: OrganizationRepository
  readonly members: MemberRepository
  readonly invitations: InvitationRepository
  readonly billing: BillingRepository
  readonly dashboards: DashboardRepository
  readonly audit: AuditRepository
  readonly alerts: AlertRepository
  readonly integrations: IntegrationRepository
  readonly code: CodeRepository
  readonly connections: ConnectionRepository
  readonly flows: FlowRepository
  readonly runs: RunRepository
  readonly runEvents: RunEvents
  readonly sampleData: SampleDataRepository
  readonly budgets: BudgetRepository
  readonly bulk: BulkRepository
  readonly rejects: RejectRepository
  readonly serviceMembers: ServiceMemberRepository
  readonly trash: TrashRepository
}
