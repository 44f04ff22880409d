import type { z } from 'zod/mini'

import { REJECT_ROUTES } from '../../contract/rejects.ts'
import { DEFAULT_REJECT_LIMITS, type RejectLimits } from '../../core/catalog/runs/reject-limits.ts'
import type { TriggeredRun } from '../../core/flows/flow-repository.ts'
import type {
  KeptRejects,
  RejectedCauses,
  RejectedChange,
  RejectRepository,
} from '../../core/rejects/reject-repository.ts'
import type { Mend, RejectedPick } from '../../core/rejects/rejected-cause.ts'
import type { RejectedPage } from '../../core/rejects/rejected-rows.ts'
import { map, type Result } from '../../core/result.ts'
import type { HttpClient } from './http-client.ts'
import { withoutAbsent } from './without-absent.ts'

/** What few people ask is read by code that is loaded with the first answer. */
export class HttpRejectRepository implements RejectRepository {
  readonly #http: HttpClient

  constructor(http: HttpClient) {
    this.#http = http
  }

  async list(orgId: string, runId: string, pick: RejectedPick, cursor?: string): Promise<Result<RejectedPage>> {
    const query = { entity: pick.entity, column: pick.cause?.column, rule: pick.cause?.rule, cursor }
    const { columnFromWire, rowFromWire } = await import('./rejected-from-wire.ts')
    const read = await this.#http.call(REJECT_ROUTES.listRejectedRows, { params: { orgId, runId }, query })
    return map(read, ({ columns, source_columns, rows, next_cursor }) => ({
      columns: columns.map(columnFromWire),
      rows: rows.map(rowFromWire),
      ...withoutAbsent({ sourceColumns: source_columns?.map(columnFromWire), nextCursor: next_cursor }),
    }))
  }

  async causes(orgId: string, runId: string, entity: string): Promise<Result<RejectedCauses>> {
    const { causeFromWire } = await import('./rejected-from-wire.ts')
    const read = await this.#http.call(REJECT_ROUTES.listRejectedCauses, {
      params: { orgId, runId },
      query: { entity },
    })
    return map(read, ({ causes, days = DEFAULT_REJECT_LIMITS.days }) => ({ causes: causes.map(causeFromWire), days }))
  }

  async limits(orgId: string): Promise<Result<KeptRejects>> {
    return map(await this.#http.call(REJECT_ROUTES.getRejectLimits, { params: { orgId } }), limitsFromWire)
  }

  async changeLimits(orgId: string, body: RejectLimits): Promise<Result<KeptRejects>> {
    return map(await this.#http.call(REJECT_ROUTES.updateRejectLimits, { params: { orgId }, body }), limitsFromWire)
  }

  edit(orgId: string, runId: string, changes: readonly RejectedChange[]): Promise<Result<void>> {
    return this.#http.send(REJECT_ROUTES.editRejectedRows, { params: { orgId, runId }, body: { rows: [...changes] } })
  }

  async replay(orgId: string, runId: string, pick: RejectedPick, mend?: Mend): Promise<Result<TriggeredRun>> {
    const body = { ...pickToWire(pick), ...withoutAbsent({ mend }) }
    return map(
      await this.#http.call(REJECT_ROUTES.replayRejectedRows, { params: { orgId, runId }, body }),
      ({ run_id }) => withoutAbsent({ runId: run_id }),
    )
  }

  async skip(orgId: string, runId: string, pick: RejectedPick): Promise<Result<number>> {
    const body = pickToWire(pick)
    return map(
      await this.#http.call(REJECT_ROUTES.skipRejectedRows, { params: { orgId, runId }, body }),
      ({ rows }) => rows,
    )
  }
}

const pickToWire = ({ entity, cause, rows }: RejectedPick) =>
  withoutAbsent({ entity, column: cause?.column, rule: cause?.rule, rows: rows && [...rows] })

const limitsFromWire = ({
  rows,
  megabytes,
  days,
  kept: { oldest, ...kept },
}: z.output<typeof REJECT_ROUTES.getRejectLimits.response>): KeptRejects => ({
  limits: { rows, megabytes, days },
  kept: { rows: kept.rows, bytes: kept.bytes, runs: kept.runs, ...withoutAbsent({ oldest }) },
})
