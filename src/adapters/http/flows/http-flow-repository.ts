import { FLOW_OVERVIEW_ROUTES } from '../../../contract/flow-overviews.ts'
import { FLOW_ROUTES } from '../../../contract/flows.ts'
import { INBOUND_URL_ROUTES } from '../../../contract/inbound-urls.ts'
import { TABLE_SEARCH_ROUTES } from '../../../contract/table-search.ts'
import { defined } from '../../../core/catalog/defined.ts'
import type { Flow, FlowChange } from '../../../core/flows/flow.ts'
import type { FlowRepository } from '../../../core/flows/flow-repository.ts'
import { map, ok } from '../../../core/result.ts'
import type { HttpClient } from '../http-client.ts'
import { ifMatch } from '../if-match.ts'
import { KnownIds } from '../known-ids.ts'
import { snakeCased } from '../snake-cased.ts'
import { configBody } from './flow-body.ts'
import { editedFlowOf, flowOf, versionOf } from './flow-of.ts'
import { httpDrawnFlows } from './http-drawn-flows.ts'

export const httpFlowRepository = (http: HttpClient): FlowRepository => ({
  ...savedFlows(http),
  ...drafts(http),
  ...versionsAndTables(http),
  ...httpDrawnFlows(http),
})

function savedFlows(http: HttpClient) {
  const known = new KnownIds<Flow>()
  const list: FlowRepository['list'] = async (orgId) => {
    const listed = await http.call(FLOW_ROUTES.listFlows, { params: { orgId } })
    return map(listed, (rows) => known.note(orgId, rows.map(flowOf)))
  }
  const get: FlowRepository['get'] = async (orgId, flowId) =>
    map(await http.call(FLOW_ROUTES.getFlow, { params: { orgId, flowId } }), flowOf)
  return {
    list,
    get,

    async create(orgId, draft) {
      const { name, enabled, sourceConnection, destinationConnection, config } = draft
      const body = snakeCased({
        name,
        enabled,
        config: config && configBody(config),
        sourceConnection: { id: sourceConnection.id },
        destinationConnection: { id: destinationConnection.id },
      })
      const saved = await http.callIfAnswered(FLOW_ROUTES.createFlow, { params: { orgId }, body })
      if (!saved.ok) return saved
      if (saved.value) return ok(flowOf(saved.value))
      // Not by its name, which the specification's flow does not have.
      const isLike = (made: Flow) =>
        made.sourceConnection?.id === sourceConnection.id && made.destinationConnection?.id === destinationConnection.id
      return known.findNew(orgId, () => list(orgId), isLike)
    },

    async update(orgId, flowId, change, version) {
      const { owner, tags } = change
      const body = snakeCased({ ...changeBody(change), owner: owner && { uid: owner.uid }, tags })
      const headers = ifMatch(version)
      const saved = await http.callIfAnswered(FLOW_ROUTES.updateFlow, { params: { orgId, flowId }, headers, body })
      if (!saved.ok) return saved
      return saved.value ? ok(flowOf(saved.value)) : get(orgId, flowId)
    },

    delete: (orgId, flowId) => http.send(FLOW_ROUTES.deleteFlow, { params: { orgId, flowId } }),

    run(orgId, flowId, idempotencyKey) {
      const request = { params: { orgId, flowId }, headers: { 'idempotency-key': idempotencyKey } }
      return http.callLoosely(FLOW_ROUTES.runFlow, request)
    },
  } satisfies Partial<FlowRepository>
}

function drafts(http: HttpClient) {
  const edited: FlowRepository['edited'] = async (orgId, flowId) =>
    map(await http.call(FLOW_ROUTES.getDraft, { params: { orgId, flowId } }), editedFlowOf)
  return {
    edited,

    async saveEdit(orgId, { id: flowId, edition, version }, change) {
      const body = snakeCased({ ...changeBody(change), baseVersion: version })
      const request = { params: { orgId, flowId }, headers: ifMatch(edition), body }
      return map(await http.call(FLOW_ROUTES.saveDraft, request), editedFlowOf)
    },

    discardDraft: (orgId, flowId) => http.send(FLOW_ROUTES.discardDraft, { params: { orgId, flowId } }),

    async publish(orgId, flowId, edition, note) {
      const request = { params: { orgId, flowId }, headers: ifMatch(edition), body: defined({ note }) }
      return map(await http.call(FLOW_ROUTES.publishFlow, request), flowOf)
    },

    async setPublishing(orgId, flowId, publishing) {
      return map(await http.call(FLOW_ROUTES.updateFlow, { params: { orgId, flowId }, body: { publishing } }), flowOf)
    },
  } satisfies Partial<FlowRepository>
}

const changeBody = ({
  name,
  enabled,
  sourceConnection,
  destinationConnection,
  config,
  freshnessMinutes,
}: FlowChange) => ({
  name,
  enabled,
  freshnessMinutes,
  config: config && configBody(config),
  sourceConnection: sourceConnection && { id: sourceConnection.id },
  destinationConnection: destinationConnection && { id: destinationConnection.id },
})

const versionsAndTables = (http: HttpClient) =>
  ({
    overview: (orgId, flowId) => http.call(FLOW_OVERVIEW_ROUTES.getFlowOverview, { params: { orgId, flowId } }),

    searchTables: (orgId, words) =>
      http.call(TABLE_SEARCH_ROUTES.searchTables, { params: { orgId }, query: { q: words } }),

    versions: (orgId, flowId, cursor) =>
      http.call(FLOW_ROUTES.listFlowVersions, { params: { orgId, flowId }, query: { cursor } }),

    async version(orgId, flowId, version) {
      const query = { version: String(version) }
      const read = await http.call(FLOW_ROUTES.getFlowVersion, { params: { orgId, flowId }, query })
      return map(read, versionOf)
    },

    streamPositions: (orgId, flowId) => http.call(FLOW_ROUTES.listStreams, { params: { orgId, flowId } }),

    knownTables: async (orgId, flowId) =>
      map(await http.call(FLOW_ROUTES.listKnownTables, { params: { orgId, flowId } }), (rows) =>
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

    changeTarget(orgId, flowId, entity, statement) {
      const body = snakeCased({ entity, statement })
      return http.call(FLOW_ROUTES.changeTarget, { params: { orgId, flowId }, body })
    },

    resetStream: (orgId, flowId, entity) =>
      http.send(FLOW_ROUTES.resetStream, { params: { orgId, flowId }, body: { entity } }),
  }) satisfies Partial<FlowRepository>
