import { httpAlertRepository } from '../adapters/http/http-alert-repository.ts'
import { httpAuditRepository } from '../adapters/http/http-audit-repository.ts'
import { httpBillingRepository } from '../adapters/http/http-billing-repository.ts'
import { httpBudgetRepository } from '../adapters/http/http-budget-repository.ts'
import { httpBulkRepository } from '../adapters/http/http-bulk-repository.ts'
import type { HttpClient } from '../adapters/http/http-client.ts'
import { httpCodeRepository } from '../adapters/http/http-code-repository.ts'
import { httpInvitationRepository } from '../adapters/http/http-invitation-repository.ts'
import { httpMemberRepository } from '../adapters/http/http-member-repository.ts'
import { httpRejectRepository } from '../adapters/http/http-reject-repository.ts'
import { httpSampleDataRepository } from '../adapters/http/http-sample-data-repository.ts'
import { httpServiceMemberRepository } from '../adapters/http/http-service-member-repository.ts'
import { httpTrashRepository } from '../adapters/http/http-trash-repository.ts'

/** Ports that few pages use. */
export const rareHttpPorts = (http: HttpClient, plans: Parameters<typeof httpBillingRepository>[1]) => ({
  alerts: httpAlertRepository(http),
  audit: httpAuditRepository(http),
  billing: httpBillingRepository(http, plans),
  budgets: httpBudgetRepository(http),
  bulk: httpBulkRepository(http),
  code: httpCodeRepository(http),
  invitations: httpInvitationRepository(http),
  members: httpMemberRepository(http),
  rejects: httpRejectRepository(http),
  sampleData: httpSampleDataRepository(http),
  serviceMembers: httpServiceMemberRepository(http),
  trash: httpTrashRepository(http),
})
