import type { CamelCased } from '../../contract/camel-cased.ts'
import { REJECT_ROUTES, type RejectedCauseResponse, type RejectLimitsResponse } from '../../contract/rejects.ts'
import { DEFAULT_REJECT_LIMITS, type RejectLimits } from '../../core/catalog/runs/reject-limits.ts'
import type { TriggeredRun } from '../../core/flows/flow-repository.ts'
import type {
  KeptRejects,
  RejectedCauses,
  RejectedChange,
  RejectRepository,
} from '../../core/rejects/reject-repository.ts'
import type { Mend, OfferedMend, RejectedCause, RejectedPick } from '../../core/rejects/rejected-cause.ts'
import type { RejectedPage } from '../../core/rejects/rejected-rows.ts'
import { map, type Result } from '../../core/result.ts'
import type { HttpClient } from './http-client.ts'
import { snakeCased } from './snake-cased.ts'

export class HttpRejectRepository implements RejectRepository {
  readonly #http: HttpClient

  constructor(http: HttpClient) {
    this.#http = http
  }

  list(orgId: string, runId: string, pick: RejectedPick, cursor?: string): Promise<Result<RejectedPage>> {
    const query = { entity: pick.entity, column: pick.cause?.column, rule: pick.cause?.rule, cursor }
    return this.#http.call(REJECT_ROUTES.listRejectedRows, { params: { orgId, runId }, query })
  }

  async causes(orgId: string, runId: string, entity: string): Promise<Result<RejectedCauses>> {
    const read = await this.#http.call(REJECT_ROUTES.listRejectedCauses, {
      params: { orgId, runId },
      query: { entity },
    })
    return map(read, ({ causes, days = DEFAULT_REJECT_LIMITS.days }) => ({ causes: causes.map(causeOf), days }))
  }

  async limits(orgId: string): Promise<Result<KeptRejects>> {
    return map(await this.#http.call(REJECT_ROUTES.getRejectLimits, { params: { orgId } }), limitsOf)
  }

  async changeLimits(orgId: string, body: RejectLimits): Promise<Result<KeptRejects>> {
    return map(await this.#http.call(REJECT_ROUTES.updateRejectLimits, { params: { orgId }, body }), limitsOf)
  }

  edit(orgId: string, runId: string, changes: readonly RejectedChange[]): Promise<Result<void>> {
    return this.#http.send(REJECT_ROUTES.editRejectedRows, { params: { orgId, runId }, body: { rows: changes } })
  }

  replay(orgId: string, runId: string, pick: RejectedPick, mend?: Mend): Promise<Result<TriggeredRun>> {
    const body = snakeCased({ ...bodyOf(pick), mend })
    return this.#http.call(REJECT_ROUTES.replayRejectedRows, { params: { orgId, runId }, body })
  }

  async skip(orgId: string, runId: string, pick: RejectedPick): Promise<Result<number>> {
    const body = bodyOf(pick)
    return map(
      await this.#http.call(REJECT_ROUTES.skipRejectedRows, { params: { orgId, runId }, body }),
      ({ rows }) => rows,
    )
  }
}

const bodyOf = ({ entity, cause, rows }: RejectedPick) =>
  snakeCased({ entity, column: cause?.column, rule: cause?.rule, rows })

const limitsOf = ({ kept, ...limits }: CamelCased<RejectLimitsResponse>): KeptRejects => ({ limits, kept })

const causeOf = ({ mends, values, ...cause }: CamelCased<RejectedCauseResponse>): RejectedCause => ({
  ...cause,
  values: values.map(({ value = null, rows }) => ({ value, rows })),
  mends: mends.flatMap(mendOf),
})

/** A kind that this version does not know is not offered. */
function mendOf({
  kind,
  digits,
  characters,
  type,
  rows,
}: CamelCased<RejectedCauseResponse>['mends'][number]): OfferedMend[] {
  if (kind === 'round' && digits !== undefined) return [{ mend: { kind, digits }, rows }]
  if (kind === 'cut' && characters !== undefined) return [{ mend: { kind, characters }, rows }]
  if (kind === 'widen' && type !== undefined) return [{ mend: { kind, type }, rows }]
  return kind === 'empty' ? [{ mend: { kind }, rows }] : []
}
