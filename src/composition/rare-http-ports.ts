import { httpSampleDataRepository } from '../adapters/http/connections/http-sample-data-repository.ts'
import { httpBatchRepository } from '../adapters/http/flows/http-batch-repository.ts'
import { httpMirrorRepository } from '../adapters/http/flows/http-mirror-repository.ts'
import type { HttpClient } from '../adapters/http/http-client.ts'
import { httpAlertRepository } from '../adapters/http/organizations/http-alert-repository.ts'
import { httpAuditRepository } from '../adapters/http/organizations/http-audit-repository.ts'
import { httpBillingRepository } from '../adapters/http/organizations/http-billing-repository.ts'
import { httpBudgetRepository } from '../adapters/http/organizations/http-budget-repository.ts'
import { httpBulkRepository } from '../adapters/http/organizations/http-bulk-repository.ts'
import { httpCodeRepository } from '../adapters/http/organizations/http-code-repository.ts'
import { httpInvitationRepository } from '../adapters/http/organizations/http-invitation-repository.ts'
import { httpMemberRepository } from '../adapters/http/organizations/http-member-repository.ts'
import { httpServiceMemberRepository } from '../adapters/http/organizations/http-service-member-repository.ts'
import { httpTrashRepository } from '../adapters/http/organizations/http-trash-repository.ts'
import { httpViewRepository } from '../adapters/http/organizations/http-view-repository.ts'
import { httpRejectRepository } from '../adapters/http/runs/http-reject-repository.ts'
import { httpRunLimitsRepository } from '../adapters/http/runs/http-run-limits-repository.ts'

/** Ports that few pages use. */
export const rareHttpPorts = (http: HttpClient, plans: Parameters<typeof httpBillingRepository>[1]) => ({
  alerts: httpAlertRepository(http),
  audit: httpAuditRepository(http),
  batches: httpBatchRepository(http),
  billing: httpBillingRepository(http, plans),
  budgets: httpBudgetRepository(http),
  runLimits: httpRunLimitsRepository(http),
  bulk: httpBulkRepository(http),
  code: httpCodeRepository(http),
  invitations: httpInvitationRepository(http),
  members: httpMemberRepository(http),
  rejects: httpRejectRepository(http),
  sampleData: httpSampleDataRepository(http),
  serviceMembers: httpServiceMemberRepository(http),
  trash: httpTrashRepository(http),
  views: httpViewRepository(http),
  mirrors: httpMirrorRepository(http),
})
