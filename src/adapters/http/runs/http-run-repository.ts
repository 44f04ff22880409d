import type { CamelCased } from '../../../contract/camel-cased.ts'
import { FLOW_ROUTES } from '../../../contract/flows.ts'
import type { AnswerOf } from '../../../contract/route.ts'
import { RUN_ROUTES } from '../../../contract/runs.ts'
import { map } from '../../../core/result.ts'
import type { RunPage } from '../../../core/runs/run.ts'
import type { RunRepository } from '../../../core/runs/run-repository.ts'
import type { HttpClient } from '../http-client.ts'
import { runOf } from './run-of.ts'

export const httpRunRepository = (http: HttpClient): RunRepository => ({ ...reads(http), ...actions(http) })

const reads = (http: HttpClient) =>
  ({
    async list(orgId, filter, cursor) {
      const { state, flowId, trigger, dry, period, from, to, text } = filter
      const query = { q: text, state, flow: flowId, trigger, dry, period, from, to, cursor }
      return map(await http.call(RUN_ROUTES.listRuns, { params: { orgId }, query }), pageOf)
    },

    async listOfFlow(orgId, flowId, cursor) {
      const listed = await http.call(RUN_ROUTES.listFlowRuns, {
        params: { orgId, flowId },
        query: { cursor },
      })
      return map(listed, pageOf)
    },

    get: async (orgId, runId) => map(await http.call(RUN_ROUTES.getRun, { params: { orgId, runId } }), runOf),

    async log(orgId, runId, { level, search, origin, entity, cursor }) {
      const query = { level, q: search, origin, entity, cursor }
      return http.call(RUN_ROUTES.getRunLog, { params: { orgId, runId }, query })
    },

    changesSinceGood: (orgId, runId) => http.call(RUN_ROUTES.getRunChanges, { params: { orgId, runId } }),

    async estimate(orgId, runId) {
      const { runEstimateOf } = await import('../flows/estimate-of.ts')
      return map(await http.call(RUN_ROUTES.getRunEstimate, { params: { orgId, runId } }), runEstimateOf)
    },

    receipt: async (orgId, runId) => http.callForDocument(RUN_ROUTES.getRunReceipt, { params: { orgId, runId } }),

    structure: async (orgId, runId) =>
      map(await http.call(RUN_ROUTES.getRunStructure, { params: { orgId, runId } }), ({ objects }) => objects),

    rowChanges: (orgId, runId, entity) =>
      http.call(RUN_ROUTES.listRowChanges, { params: { orgId, runId }, query: { entity } }),

    checkRows: async (orgId, runId, entity, check) =>
      http.call(RUN_ROUTES.listCheckRows, { params: { orgId, runId }, query: { entity, check } }),
  }) satisfies Partial<RunRepository>

const actions = (http: HttpClient) =>
  ({
    dryRun: (orgId, flowId, of) => http.call(FLOW_ROUTES.dryRunFlow, { params: { orgId, flowId }, query: { of } }),

    verify: (orgId, flowId) => http.call(FLOW_ROUTES.verifyFlow, { params: { orgId, flowId } }),

    sendDiffering: (orgId, runId) => http.call(RUN_ROUTES.sendDiffering, { params: { orgId, runId } }),

    retry(orgId, runId, { takesNewColumns = false } = {}) {
      const query = takesNewColumns ? { new_columns: 'take' } : {}
      return http.call(RUN_ROUTES.retryRun, { params: { orgId, runId }, query })
    },

    approve: (orgId, runId) => http.send(RUN_ROUTES.approveDryRun, { params: { orgId, runId } }),

    decideVanished(orgId, runId, decision) {
      const asked = { params: { orgId, runId }, body: { decision } }
      return http.call(RUN_ROUTES.decideVanished, asked)
    },

    async countBackfill(orgId, flowId, parts) {
      const asked = { params: { orgId, flowId }, body: { streams: parts } }
      return map(await http.call(FLOW_ROUTES.countBackfill, asked), ({ streams }) => streams)
    },

    backfill(orgId, flowId, parts) {
      const asked = { params: { orgId, flowId }, body: { streams: parts } }
      return http.call(FLOW_ROUTES.backfillFlow, asked)
    },

    cancel: async (orgId, runId) => map(await http.call(RUN_ROUTES.cancelRun, { params: { orgId, runId } }), runOf),
  }) satisfies Partial<RunRepository>

const pageOf = ({ runs, ...page }: CamelCased<AnswerOf<typeof RUN_ROUTES.listRuns>>): RunPage => ({
  ...page,
  runs: runs.map(runOf),
})
