import type { CamelCased } from '../../../contract/camel-cased.ts'
import { REJECT_ROUTES, type RejectedCauseResponse, type RejectLimitsResponse } from '../../../contract/rejects.ts'
import { DEFAULT_REJECT_LIMITS } from '../../../core/catalog/runs/reject-limits.ts'
import type { KeptRejects, RejectRepository } from '../../../core/rejects/reject-repository.ts'
import type { OfferedMend, RejectedCause, RejectedPick } from '../../../core/rejects/rejected-cause.ts'
import { map } from '../../../core/result.ts'
import type { HttpClient } from '../http-client.ts'
import { snakeCased } from '../snake-cased.ts'

export const httpRejectRepository = (http: HttpClient): RejectRepository => ({
  list(orgId, runId, pick, cursor) {
    const query = { entity: pick.entity, column: pick.cause?.column, rule: pick.cause?.rule, cursor }
    return http.call(REJECT_ROUTES.listRejectedRows, { params: { orgId, runId }, query })
  },

  async causes(orgId, runId, entity) {
    const read = await http.call(REJECT_ROUTES.listRejectedCauses, {
      params: { orgId, runId },
      query: { entity },
    })
    return map(read, ({ causes, days = DEFAULT_REJECT_LIMITS.days }) => ({ causes: causes.map(causeOf), days }))
  },

  limits: async (orgId) => map(await http.call(REJECT_ROUTES.getRejectLimits, { params: { orgId } }), limitsOf),

  changeLimits: async (orgId, body) =>
    map(await http.call(REJECT_ROUTES.updateRejectLimits, { params: { orgId }, body }), limitsOf),

  edit: (orgId, runId, changes) =>
    http.send(REJECT_ROUTES.editRejectedRows, { params: { orgId, runId }, body: { rows: changes } }),

  replay(orgId, runId, pick, mend) {
    const body = snakeCased({ ...bodyOf(pick), mend })
    return http.call(REJECT_ROUTES.replayRejectedRows, { params: { orgId, runId }, body })
  },

  async skip(orgId, runId, pick) {
    const body = bodyOf(pick)
    return map(await http.call(REJECT_ROUTES.skipRejectedRows, { params: { orgId, runId }, body }), ({ rows }) => rows)
  },
})

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
