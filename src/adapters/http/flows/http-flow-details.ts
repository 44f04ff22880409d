import { FLOW_DETAIL_ROUTES } from '../../../contract/flow-details.ts'
import { FLOW_OVERVIEW_ROUTES } from '../../../contract/flow-overviews.ts'
import { INBOUND_URL_ROUTES } from '../../../contract/inbound-urls.ts'
import { TABLE_SEARCH_ROUTES } from '../../../contract/table-search.ts'
import type { FlowRepository } from '../../../core/flows/flow-repository.ts'
import { map } from '../../../core/result.ts'
import type { HttpClient } from '../http-client.ts'
import { snakeCased } from '../snake-cased.ts'
import { versionOf } from './flow-of.ts'
import { httpDrawnFlows } from './http-drawn-flows.ts'

/** What no list of flows calls: its code is loaded with the first call. */
export const httpFlowDetails = (http: HttpClient) => ({ ...versionsAndTables(http), ...httpDrawnFlows(http) })

const versionsAndTables = (http: HttpClient) =>
  ({
    overview: (orgId, flowId) => http.call(FLOW_OVERVIEW_ROUTES.getFlowOverview, { params: { orgId, flowId } }),

    async searchTables(orgId, words) {
      const found = await http.call(TABLE_SEARCH_ROUTES.searchTables, { params: { orgId }, query: { q: words } })
      return map(found, ({ tables }) => tables)
    },

    versions: (orgId, flowId, cursor, changed) =>
      http.call(FLOW_DETAIL_ROUTES.listFlowVersions, { params: { orgId, flowId }, query: { cursor, changed } }),

    async version(orgId, flowId, version) {
      const query = { version: String(version) }
      const read = await http.call(FLOW_DETAIL_ROUTES.getFlowVersion, { params: { orgId, flowId }, query })
      return map(read, versionOf)
    },

    streamPositions: (orgId, flowId) => http.call(FLOW_DETAIL_ROUTES.listStreams, { params: { orgId, flowId } }),

    knownTables: async (orgId, flowId) =>
      map(await http.call(FLOW_DETAIL_ROUTES.listKnownTables, { params: { orgId, flowId } }), (rows) =>
        rows.map(({ entity: name, ...table }) => ({ name, ...table })),
      ),

    async inboundUrl(orgId, flowId) {
      const answer = await http.call(INBOUND_URL_ROUTES.getInboundUrl, { params: { orgId, flowId } })
      return map(answer, ({ inboundUrl = null }) => inboundUrl)
    },

    renewInboundUrl(orgId, flowId, isPreviousKept) {
      const request = { params: { orgId, flowId }, body: { keep_previous: isPreviousKept } }
      return http.call(INBOUND_URL_ROUTES.renewInboundUrl, request)
    },

    removeInboundUrl: (orgId, flowId) => http.send(INBOUND_URL_ROUTES.deleteInboundUrl, { params: { orgId, flowId } }),

    changeTarget(orgId, flowId, { entity, again }, statement) {
      const body = snakeCased({ entity, again, statement })
      return http.call(FLOW_DETAIL_ROUTES.changeTarget, { params: { orgId, flowId }, body })
    },

    resetStream: (orgId, flowId, entity) =>
      http.send(FLOW_DETAIL_ROUTES.resetStream, { params: { orgId, flowId }, body: { entity } }),
  }) satisfies Partial<FlowRepository>
