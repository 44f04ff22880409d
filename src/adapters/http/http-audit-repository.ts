import { AUDIT_ROUTES } from '../../contract/audit.ts'
import type { AuditPage } from '../../core/audit/audit-event.ts'
import type { AuditFilter } from '../../core/audit/audit-filter.ts'
import type { AuditRepository } from '../../core/audit/audit-repository.ts'
import type { Result } from '../../core/result.ts'
import type { HttpClient } from './http-client.ts'

export class HttpAuditRepository implements AuditRepository {
  readonly #http: HttpClient

  constructor(http: HttpClient) {
    this.#http = http
  }

  list(orgId: string, { actorUid: actor, ...filter }: AuditFilter, cursor?: string): Promise<Result<AuditPage>> {
    return this.#http.call(AUDIT_ROUTES.listAuditEvents, { params: { orgId }, query: { ...filter, actor, cursor } })
  }
}
