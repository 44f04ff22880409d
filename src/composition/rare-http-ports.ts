import { HttpAlertRepository } from '../adapters/http/http-alert-repository.ts'
import { HttpAuditRepository } from '../adapters/http/http-audit-repository.ts'
import { HttpBillingRepository } from '../adapters/http/http-billing-repository.ts'
import { HttpBudgetRepository } from '../adapters/http/http-budget-repository.ts'
import { HttpBulkRepository } from '../adapters/http/http-bulk-repository.ts'
import type { HttpClient } from '../adapters/http/http-client.ts'
import { HttpCodeRepository } from '../adapters/http/http-code-repository.ts'
import { HttpInvitationRepository } from '../adapters/http/http-invitation-repository.ts'
import { HttpMemberRepository } from '../adapters/http/http-member-repository.ts'
import { HttpRejectRepository } from '../adapters/http/http-reject-repository.ts'
import { HttpSampleDataRepository } from '../adapters/http/http-sample-data-repository.ts'
import { HttpServiceMemberRepository } from '../adapters/http/http-service-member-repository.ts'
import { HttpTrashRepository } from '../adapters/http/http-trash-repository.ts'

/** Ports that few pages use. */
export const rareHttpPorts = (http: HttpClient, plans: ConstructorParameters<typeof HttpBillingRepository>[1]) => ({
  alerts: new HttpAlertRepository(http),
  audit: new HttpAuditRepository(http),
  billing: new HttpBillingRepository(http, plans),
  budgets: new HttpBudgetRepository(http),
  bulk: new HttpBulkRepository(http),
  code: new HttpCodeRepository(http),
  invitations: new HttpInvitationRepository(http),
  members: new HttpMemberRepository(http),
  rejects: new HttpRejectRepository(http),
  sampleData: new HttpSampleDataRepository(http),
  serviceMembers: new HttpServiceMemberRepository(http),
  trash: new HttpTrashRepository(http),
})
