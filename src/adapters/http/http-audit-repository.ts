import { AUDIT_ROUTES } from '../../contract/audit.ts'
import type { AuditPage } from '../../core/audit/audit-event.ts'
import type { AuditFilter } from '../../core/audit/audit-filter.ts'
import type { AuditRepository } from '../../core/audit/audit-repository.ts'
import { map, type Result } from '../../core/result.ts'
import type { HttpClient } from './http-client.ts'
import { withoutAbsent } from './without-absent.ts'

export class HttpAuditRepository implements AuditRepository {
  readonly #http: HttpClient

  constructor(http: HttpClient) {
    this.#http = http
  }

  async list(orgId: string, filter: AuditFilter, cursor?: string): Promise<Result<AuditPage>> {
    const { actorUid: actor, action, from, to } = filter
    const query = { action, actor, from, to, cursor }
    const listed = await this.#http.call(AUDIT_ROUTES.listAuditEvents, { params: { orgId }, query })
    const { eventFromWire } = await import('./audit-event-from-wire.ts')
    return map(listed, ({ events, next_cursor }) => ({
      events: events.map(eventFromWire),
      ...withoutAbsent({ nextCursor: next_cursor }),
    }))
  }
}
