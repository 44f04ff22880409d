import { AUDIT_ROUTES } from '../../../contract/audit.ts'
import type { AuditRepository } from '../../../core/audit/audit-repository.ts'
import type { HttpClient } from '../http-client.ts'

export const httpAuditRepository = (http: HttpClient): AuditRepository => ({
  list: (orgId, { actorUid: actor, ...filter }, cursor) =>
    http.call(AUDIT_ROUTES.listAuditEvents, { params: { orgId }, query: { ...filter, actor, cursor } }),

  lastChanges: (orgId, of) => http.call(AUDIT_ROUTES.listLastChanges, { params: { orgId }, query: { of } }),
})
