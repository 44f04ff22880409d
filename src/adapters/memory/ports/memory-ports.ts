import { Session } from '../../../core/auth/session.ts'
import { MissingCalls } from '../../../core/missing-calls.ts'
import { OrganizationStore } from '../../../core/organizations/organization-store.ts'
import { MemoryConnectionRepository } from '../connections/memory-connection-repository.ts'
import { MemoryIntegrationRepository } from '../connections/memory-integration-repository.ts'
import { MemorySampleDataRepository } from '../connections/memory-sample-data-repository.ts'
import { CountingKeys } from '../counting-keys.ts'
import { MemoryBatchRepository } from '../flows/memory-batch-repository.ts'
import { MemoryDraftStore } from '../flows/memory-draft-store.ts'
import { MemoryEditHistoryStore } from '../flows/memory-edit-history-store.ts'
import { MemoryFlowRepository } from '../flows/memory-flow-repository.ts'
import { MemoryMirrorRepository } from '../flows/memory-mirror-repository.ts'
import { MemoryPositionStore } from '../flows/memory-position-store.ts'
import { ManualClock } from '../manual-clock.ts'
import { MemoryIdentity, memoryUser } from '../memory-identity.ts'
import { MemoryLog } from '../memory-log.ts'
import { MemoryNotifier } from '../memory-notifier.ts'
import { MemoryPreferenceStore } from '../memory-preference-store.ts'
import { MemoryResourceCache } from '../memory-resource-cache.ts'
import { MemoryUnfinishedBulkStore } from '../memory-unfinished-bulk-store.ts'
import { MemoryAlertRepository } from '../organizations/memory-alert-repository.ts'
import { MemoryAuditRepository } from '../organizations/memory-audit-repository.ts'
import { MemoryBillingRepository } from '../organizations/memory-billing-repository.ts'
import { MemoryBudgetRepository } from '../organizations/memory-budget-repository.ts'
import { MemoryBulkRepository } from '../organizations/memory-bulk-repository.ts'
import { MemoryChosenOrganizationStore } from '../organizations/memory-chosen-organization-store.ts'
import { MemoryCodeRepository } from '../organizations/memory-code-repository.ts'
import { MemoryDashboardRepository } from '../organizations/memory-dashboard-repository.ts'
import { MemoryInvitationRepository } from '../organizations/memory-invitation-repository.ts'
import { MemoryMemberRepository } from '../organizations/memory-member-repository.ts'
import { MemoryOrganizationRepository } from '../organizations/memory-organization-repository.ts'
import { MemoryProfileRepository } from '../organizations/memory-profile-repository.ts'
import { MemoryServiceMemberRepository } from '../organizations/memory-service-member-repository.ts'
import { MemoryTrashRepository } from '../organizations/memory-trash-repository.ts'
import { MemoryViewRepository } from '../organizations/memory-view-repository.ts'
import { MemoryRejectRepository } from '../runs/memory-reject-repository.ts'
import { MemoryRunEvents } from '../runs/memory-run-events.ts'
import { MemoryRunLimitsRepository } from '../runs/memory-run-limits-repository.ts'
import { MemoryRunRepository } from '../runs/memory-run-repository.ts'

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
    views: new MemoryViewRepository(),
    mirrors: new MemoryMirrorRepository(),
    batches: new MemoryBatchRepository(chosen.flows ?? flows),
    bulk: new MemoryBulkRepository({ flows, connections, integrations, ...chosen }),
    budgets: new MemoryBudgetRepository(),
    runLimits: new MemoryRunLimitsRepository(),
    rejects: new MemoryRejectRepository(),
    code: new MemoryCodeRepository(),
    serviceMembers: new MemoryServiceMemberRepository(),
    trash,
  }
}
