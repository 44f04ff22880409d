import { CountingKeys } from '../adapters/memory/counting-keys.ts'
import { ManualClock } from '../adapters/memory/manual-clock.ts'
import { MemoryAlertRepository } from '../adapters/memory/memory-alert-repository.ts'
import { MemoryAuditRepository } from '../adapters/memory/memory-audit-repository.ts'
import { MemoryBillingRepository } from '../adapters/memory/memory-billing-repository.ts'
import { MemoryBudgetRepository } from '../adapters/memory/memory-budget-repository.ts'
import { MemoryBulkRepository } from '../adapters/memory/memory-bulk-repository.ts'
import { MemoryChosenOrganizationStore } from '../adapters/memory/memory-chosen-organization-store.ts'
import { MemoryCodeRepository } from '../adapters/memory/memory-code-repository.ts'
import { MemoryConnectionRepository } from '../adapters/memory/memory-connection-repository.ts'
import { MemoryDashboardRepository } from '../adapters/memory/memory-dashboard-repository.ts'
import { MemoryDraftStore } from '../adapters/memory/memory-draft-store.ts'
import { MemoryEditHistoryStore } from '../adapters/memory/memory-edit-history-store.ts'
import { MemoryFlowRepository } from '../adapters/memory/memory-flow-repository.ts'
import { MemoryIdentity, memoryUser } from '../adapters/memory/memory-identity.ts'
import { MemoryIntegrationRepository } from '../adapters/memory/memory-integration-repository.ts'
import { MemoryInvitationRepository } from '../adapters/memory/memory-invitation-repository.ts'
import { MemoryLog } from '../adapters/memory/memory-log.ts'
import { MemoryMemberRepository } from '../adapters/memory/memory-member-repository.ts'
import { MemoryNotifier } from '../adapters/memory/memory-notifier.ts'
import { MemoryOrganizationRepository } from '../adapters/memory/memory-organization-repository.ts'
import { MemoryPositionStore } from '../adapters/memory/memory-position-store.ts'
import { MemoryPreferenceStore } from '../adapters/memory/memory-preference-store.ts'
import { MemoryProfileRepository } from '../adapters/memory/memory-profile-repository.ts'
import { MemoryRejectRepository } from '../adapters/memory/memory-reject-repository.ts'
import { MemoryResourceCache } from '../adapters/memory/memory-resource-cache.ts'
import { MemoryRunEvents } from '../adapters/memory/memory-run-events.ts'
import { MemoryRunRepository } from '../adapters/memory/memory-run-repository.ts'
import { MemorySampleDataRepository } from '../adapters/memory/memory-sample-data-repository.ts'
import { MemoryServiceMemberRepository } from '../adapters/memory/memory-service-member-repository.ts'
import { MemoryTrashRepository } from '../adapters/memory/memory-trash-repository.ts'
import { MemoryUnfinishedBulkStore } from '../adapters/memory/memory-unfinished-bulk-store.ts'
import { Session } from '../core/auth/session.ts'
import { MissingCalls } from '../core/missing-calls.ts'
import { OrganizationStore } from '../core/organizations/organization-store.ts'
import type { Ports } from './ports.ts'

/**
 * Fakes for all ports. Ada is signed in and her organization `org-1` is active, as on most pages.
 * @param chosen fakes that take the place of these, for those that need others
 */
export function memoryPorts(chosen: Partial<Ports> = {}) {
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
  } satisfies Ports
}
