import { Session } from '../../core/auth/session.ts'
import { MissingCalls } from '../../core/missing-calls.ts'
import { OrganizationStore } from '../../core/organizations/organization-store.ts'
import { CountingKeys } from './counting-keys.ts'
import { ManualClock } from './manual-clock.ts'
import { MemoryAlertRepository } from './memory-alert-repository.ts'
import { MemoryAuditRepository } from './memory-audit-repository.ts'
import { MemoryBillingRepository } from './memory-billing-repository.ts'
import { MemoryBudgetRepository } from './memory-budget-repository.ts'
import { MemoryBulkRepository } from './memory-bulk-repository.ts'
import { MemoryChosenOrganizationStore } from './memory-chosen-organization-store.ts'
import { MemoryCodeRepository } from './memory-code-repository.ts'
import { MemoryConnectionRepository } from './memory-connection-repository.ts'
import { MemoryDashboardRepository } from './memory-dashboard-repository.ts'
import { MemoryDraftStore } from './memory-draft-store.ts'
import { MemoryEditHistoryStore } from './memory-edit-history-store.ts'
import { MemoryFlowRepository } from './memory-flow-repository.ts'
import { MemoryIdentity, memoryUser } from './memory-identity.ts'
import { MemoryIntegrationRepository } from './memory-integration-repository.ts'
import { MemoryInvitationRepository } from './memory-invitation-repository.ts'
import { MemoryLog } from './memory-log.ts'
import { MemoryMemberRepository } from './memory-member-repository.ts'
import { MemoryNotifier } from './memory-notifier.ts'
import { MemoryOrganizationRepository } from './memory-organization-repository.ts'
import { MemoryPositionStore } from './memory-position-store.ts'
import { MemoryPreferenceStore } from './memory-preference-store.ts'
import { MemoryProfileRepository } from './memory-profile-repository.ts'
import { MemoryRejectRepository } from './memory-reject-repository.ts'
import { MemoryResourceCache } from './memory-resource-cache.ts'
import { MemoryRunEvents } from './memory-run-events.ts'
import { MemoryRunRepository } from './memory-run-repository.ts'
import { MemorySampleDataRepository } from './memory-sample-data-repository.ts'
import { MemoryServiceMemberRepository } from './memory-service-member-repository.ts'
import { MemoryTrashRepository } from './memory-trash-repository.ts'
import { MemoryUnfinishedBulkStore } from './memory-unfinished-bulk-store.ts'

/**
 * Fakes for all ports. Ada is signed in and her organization `org-1` is active, as on most pages.
 * @param chosen fakes that take the place of these, for those that need others
 */
export function memoryPorts(chosen: Partial<ConstructorParameters<typeof MemoryBulkRepository>[0]> = {}) {
  const ada = memoryUser('ada@example.com')
  const organizations = [{ id: 'org-1', name: 'Analytical Engines', roles: ['owner'] }]
  const organization = new OrganizationStore()
  organization.load(organizations)
  const trash = new MemoryTrashRepository()
  const connections = new MemoryConnectionRepository(trash)
  const flows = new MemoryFlowRepository(trash)
  const integrations = new MemoryIntegrationRepository(trash)

  return {
    identity: new MemoryIdentity(ada),
    clock: new ManualClock(),
    site: { origin: 'http://127.0.0.1:4000' },
    log: new MemoryLog(),
    notifier: new MemoryNotifier(),
    uniqueKeys: new CountingKeys(),
    session: new Session({ status: 'signed-in', user: ada, profile: null }),
    missingCalls: new MissingCalls(),
    organization,
    chosenOrganization: new MemoryChosenOrganizationStore(),
    resources: new MemoryResourceCache(),
    positions: new MemoryPositionStore(),
    drafts: new MemoryDraftStore(),
    editHistories: new MemoryEditHistoryStore(),
    unfinishedBulks: new MemoryUnfinishedBulkStore(),
    preferences: new MemoryPreferenceStore(),
    profiles: new MemoryProfileRepository(),
    organizations: new MemoryOrganizationRepository(organizations),
    members: new MemoryMemberRepository(),
    invitations: new MemoryInvitationRepository(),
    billing: new MemoryBillingRepository(),
    dashboards: new MemoryDashboardRepository(),
    audit: new MemoryAuditRepository(),
    alerts: new MemoryAlertRepository(trash),
    integrations,
    connections,
    flows,
    runs: new MemoryRunRepository(),
    runEvents: new MemoryRunEvents(),
    sampleData: new MemorySampleDataRepository({ connections, flows }),
    bulk: new MemoryBulkRepository({ flows, connections, integrations, ...chosen }),
    budgets: new MemoryBudgetRepository(),
    rejects: new MemoryRejectRepository(),
    code: new MemoryCodeRepository(),
    serviceMembers: new MemoryServiceMemberRepository(),
    trash,
  }
}
