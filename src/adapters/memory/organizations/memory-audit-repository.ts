import type { AuditEvent, AuditPage } from '../../../core/audit/audit-event.ts'
import type { AuditFilter } from '../../../core/audit/audit-filter.ts'
import type { AuditRepository } from '../../../core/audit/audit-repository.ts'
import type { LastChange } from '../../../core/audit/last-change.ts'
import type { Result } from '../../../core/result.ts'
import { MemoryAnswers } from '../memory-answers.ts'

export class MemoryAuditRepository extends MemoryAnswers implements AuditRepository {
  /** Newest first. */
  events: readonly AuditEvent[] = []
  pageSize = 100
  changes: readonly LastChange[] = []

  lastChanges(): Promise<Result<readonly LastChange[]>> {
    return this.answer(() => this.changes)
  }

  async list(_organizationId: string, filter: AuditFilter, cursor = '0'): Promise<Result<AuditPage>> {
    return this.answer(() => {
      const end = Number(cursor) + this.pageSize
      const fitting = this.events.filter((event) => fits(event, filter))
      const events = fitting.slice(Number(cursor), end)
      return end < fitting.length ? { events, nextCursor: String(end) } : { events }
    })
  }
}

const fits = ({ action, actorUid, at }: AuditEvent, filter: AuditFilter): boolean =>
  (filter.action === undefined || action === filter.action) &&
  (filter.actorUid === undefined || actorUid === filter.actorUid) &&
  (filter.from === undefined || Date.parse(at) >= Date.parse(filter.from)) &&
  (filter.to === undefined || Date.parse(at) < Date.parse(filter.to))
