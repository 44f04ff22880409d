import type { z } from 'zod/mini'

import type { RejectedCauseResponse, RejectedRowResponse } from '../../contract/rejects.ts'
import { ROUTES } from '../../contract/routes.ts'
import { DEFAULT_REJECT_LIMITS, type RejectLimits } from '../../core/catalog/runs/reject-limits.ts'
import type { TriggeredRun } from '../../core/flows/flow-repository.ts'
import type {
  KeptRejects,
  RejectedCauses,
  RejectedChange,
  RejectRepository,
} from '../../core/rejects/reject-repository.ts'
import type { Mend, OfferedMend, RejectedCause, RejectedPick } from '../../core/rejects/rejected-cause.ts'
import type { RejectedPage, RejectedRow } from '../../core/rejects/rejected-rows.ts'
import { map, type Result } from '../../core/result.ts'
import type { HttpClient } from './http-client.ts'
import { withoutAbsent } from './without-absent.ts'

export class HttpRejectRepository implements RejectRepository {
  readonly #http: HttpClient

  constructor(http: HttpClient) {
    this.#http = http
  }

  async list(orgId: string, runId: string, pick: RejectedPick, cursor?: string): Promise<Result<RejectedPage>> {
    const query = { entity: pick.entity, column: pick.cause?.column, rule: pick.cause?.rule, cursor }
    const read = await this.#http.call(ROUTES.listRejectedRows, { params: { orgId, runId }, query })
    return map(read, ({ columns, source_columns, rows, next_cursor }) => ({
      columns: columns.map(columnFromWire),
      rows: rows.map(rowFromWire),
      ...withoutAbsent({ sourceColumns: source_columns?.map(columnFromWire), nextCursor: next_cursor }),
    }))
  }

  async causes(orgId: string, runId: string, entity: string): Promise<Result<RejectedCauses>> {
    const read = await this.#http.call(ROUTES.listRejectedCauses, { params: { orgId, runId }, query: { entity } })
    return map(read, ({ causes, days = DEFAULT_REJECT_LIMITS.days }) => ({ causes: causes.map(causeFromWire), days }))
  }

  async limits(orgId: string): Promise<Result<KeptRejects>> {
    return map(await this.#http.call(ROUTES.getRejectLimits, { params: { orgId } }), limitsFromWire)
  }

  async changeLimits(orgId: string, body: RejectLimits): Promise<Result<KeptRejects>> {
    return map(await this.#http.call(ROUTES.updateRejectLimits, { params: { orgId }, body }), limitsFromWire)
  }

  edit(orgId: string, runId: string, changes: readonly RejectedChange[]): Promise<Result<void>> {
    return this.#http.send(ROUTES.editRejectedRows, { params: { orgId, runId }, body: { rows: [...changes] } })
  }

  async replay(orgId: string, runId: string, pick: RejectedPick, mend?: Mend): Promise<Result<TriggeredRun>> {
    const body = { ...pickToWire(pick), ...withoutAbsent({ mend }) }
    return map(await this.#http.call(ROUTES.replayRejectedRows, { params: { orgId, runId }, body }), ({ run_id }) =>
      withoutAbsent({ runId: run_id }),
    )
  }

  async skip(orgId: string, runId: string, pick: RejectedPick): Promise<Result<number>> {
    const body = pickToWire(pick)
    return map(await this.#http.call(ROUTES.skipRejectedRows, { params: { orgId, runId }, body }), ({ rows }) => rows)
  }
}

const pickToWire = ({ entity, cause, rows }: RejectedPick) =>
  withoutAbsent({ entity, column: cause?.column, rule: cause?.rule, rows: rows && [...rows] })

const limitsFromWire = ({
  rows,
  megabytes,
  days,
  kept: { oldest, ...kept },
}: z.output<typeof ROUTES.getRejectLimits.response>): KeptRejects => ({
  limits: { rows, megabytes, days },
  kept: { rows: kept.rows, bytes: kept.bytes, runs: kept.runs, ...withoutAbsent({ oldest }) },
})

const columnFromWire = ({ name, type }: { readonly name: string; readonly type: string }) => ({ name, type })

const rowFromWire = ({ row, column, rule, values, ...more }: RejectedRowResponse): RejectedRow => ({
  ...{ row, column, rule, values, isSent: more.is_sent ?? false },
  ...withoutAbsent({
    id: more.id,
    ruleSentence: more.rule_sentence,
    sourceValues: more.source_values,
    originalValues: more.original_values,
  }),
})

const causeFromWire = ({ column, rule, rows, kept, values, ...more }: RejectedCauseResponse): RejectedCause => ({
  ...{ column, rule, rows, kept, values },
  ...withoutAbsent({ ruleSentence: more.rule_sentence }),
  mends: more.mends.flatMap(mendFromWire),
})

/** A kind that this version does not know is not offered. */
function mendFromWire({ kind, digits, characters, type, rows }: RejectedCauseResponse['mends'][number]): OfferedMend[] {
  if (kind === 'round' && digits !== undefined) return [{ mend: { kind, digits }, rows }]
  if (kind === 'cut' && characters !== undefined) return [{ mend: { kind, characters }, rows }]
  if (kind === 'widen' && type !== undefined) return [{ mend: { kind, type }, rows }]
  return kind === 'empty' ? [{ mend: { kind }, rows }] : []
}
