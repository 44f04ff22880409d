import { defined } from '../../../core/catalog/defined.ts'
import { DEFAULT_REJECT_LIMITS, type RejectLimits } from '../../../core/catalog/runs/reject-limits.ts'
import type { TriggeredRun } from '../../../core/flows/flow-repository.ts'
import type {
  KeptRejects,
  RejectedCauses,
  RejectedChange,
  RejectRepository,
} from '../../../core/rejects/reject-repository.ts'
import type { Mend, RejectedCause, RejectedPick } from '../../../core/rejects/rejected-cause.ts'
import type { RejectedPage, RejectedRow } from '../../../core/rejects/rejected-rows.ts'
import type { Result } from '../../../core/result.ts'
import { MemoryAnswers } from '../memory-answers.ts'

/** The same rejected rows for every run. */
export class MemoryRejectRepository extends MemoryAnswers implements RejectRepository {
  /** The size of a page; the server's is different. */
  pageSize = 50
  rejected: Omit<RejectedPage, 'nextCursor'> = { columns: [], rows: [] }
  found: readonly RejectedCause[] = []
  kept: KeptRejects = { limits: DEFAULT_REJECT_LIMITS, kept: { rows: 0, bytes: 0, runs: 0 } }
  /** What was sent again. */
  readonly replayed: { readonly runId: string; readonly pick: RejectedPick; readonly mend?: Mend }[] = []
  readonly edited: RejectedChange[] = []

  async list(
    _organizationId: string,
    _runId: string,
    { cause }: RejectedPick,
    cursor = '0',
  ): Promise<Result<RejectedPage>> {
    const end = Number(cursor) + this.pageSize
    const { rows, ...columns } = this.rejected
    const fitting = rows.filter((row) => !cause || isOf(cause, row))
    return this.answer(() => ({
      ...columns,
      rows: fitting.slice(Number(cursor), end),
      ...defined({ nextCursor: end < fitting.length ? String(end) : undefined }),
    }))
  }

  async causes(): Promise<Result<RejectedCauses>> {
    return this.answer(() => ({ causes: this.found, days: this.kept.limits.days }))
  }

  async limits(): Promise<Result<KeptRejects>> {
    return this.answer(() => this.kept)
  }

  async changeLimits(_organizationId: string, limits: RejectLimits): Promise<Result<KeptRejects>> {
    return this.answer(() => {
      this.kept = { ...this.kept, limits }
      return this.kept
    })
  }

  async edit(_organizationId: string, _runId: string, changes: readonly RejectedChange[]): Promise<Result<void>> {
    return this.answer(() => void this.edited.push(...changes))
  }

  async replay(_organizationId: string, runId: string, pick: RejectedPick, mend?: Mend): Promise<Result<TriggeredRun>> {
    return this.answer(() => {
      this.replayed.push(defined({ runId, pick, mend }))
      return { runId: `replay-of-${runId}` }
    })
  }

  async skip(_organizationId: string, _runId: string, { cause, rows }: RejectedPick): Promise<Result<number>> {
    return this.answer(() => {
      const isSkipped = (row: RejectedRow) =>
        (!cause || isOf(cause, row)) && (!rows || (row.id !== undefined && rows.includes(row.id)))
      const left = this.rejected.rows.filter((row) => !isSkipped(row))
      const skipped = this.rejected.rows.length - left.length
      this.rejected = { ...this.rejected, rows: left }
      if (cause) this.found = this.found.filter((found) => !isOf(cause, found))
      return skipped
    })
  }
}

const isOf = (cause: NonNullable<RejectedPick['cause']>, { column, rule }: Pick<RejectedCause, 'column' | 'rule'>) =>
  cause.column === column && cause.rule === rule
