import type { AuditEvent, AuditPage } from '../../core/audit/audit-event.ts'
import type { AuditRepository } from '../../core/audit/audit-repository.ts'
import type { Result } from '../../core/result.ts'
import { MemoryAnswers } from './memory-answers.ts'

export class MemoryAuditRepository extends MemoryAnswers implements AuditRepository {
  /** Newest first. */
  events: readonly AuditEvent[] = []
  pageSize = 100

  async list(_organizationId: string, cursor = '0'): Promise<Result<AuditPage>> {
    return this.answer(() => {
      const end = Number(cursor) + this.pageSize
      const events = this.events.slice(Number(cursor), end)
      return end < this.events.length ? { events, nextCursor: String(end) } : { events }
    })
  }
}
