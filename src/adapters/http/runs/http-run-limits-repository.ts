import type { CamelCased } from '../../../contract/camel-cased.ts'
import { RUN_LIMITS_ROUTES, type RunLimitsResponse } from '../../../contract/run-limits.ts'
import { defined } from '../../../core/catalog/defined.ts'
import { map } from '../../../core/result.ts'
import type { RunLimitsOverview, RunLimitsRepository } from '../../../core/runs/run-limits-repository.ts'
import type { HttpClient } from '../http-client.ts'

export const httpRunLimitsRepository = (http: HttpClient): RunLimitsRepository => ({
  get: async (orgId) => map(await http.call(RUN_LIMITS_ROUTES.getRunLimits, { params: { orgId } }), overviewOf),

  change: async (orgId, body) =>
    map(await http.call(RUN_LIMITS_ROUTES.updateRunLimits, { params: { orgId }, body }), overviewOf),
})

const overviewOf = ({ active, waiting, ...rest }: CamelCased<RunLimitsResponse>): RunLimitsOverview => ({
  ...rest,
  own: defined({ active, waiting }),
})
