import { FLOW_ROUTES } from '../../../contract/flows.ts'
import { defined } from '../../../core/catalog/defined.ts'
import type { Flow, FlowChange } from '../../../core/flows/flow.ts'
import type { FlowRepository } from '../../../core/flows/flow-repository.ts'
import { map, ok } from '../../../core/result.ts'
import type { HttpClient } from '../http-client.ts'
import { ifMatch } from '../if-match.ts'
import { KnownIds } from '../known-ids.ts'
import { snakeCased } from '../snake-cased.ts'
import { configBody } from './flow-body.ts'
import { editedFlowOf, flowOf } from './flow-of.ts'
import type { httpFlowDetails } from './http-flow-details.ts'

type FlowDetails = ReturnType<typeof httpFlowDetails>

/** What pages of flows call to be shown, and to save. */
export const httpFlowRepository = (http: HttpClient): Omit<FlowRepository, keyof FlowDetails> => ({
  ...savedFlows(http),
  ...drafts(http),
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

    async saveEdit(orgId, { id: flowId, edition, version, isMerged }, change) {
      const body = snakeCased({ ...changeBody(change), baseVersion: isMerged ? version : undefined })
      const request = { params: { orgId, flowId }, headers: ifMatch(edition), body }
      return map(await http.call(FLOW_ROUTES.saveDraft, request), editedFlowOf)
    },

    discardDraft: (orgId, flowId, edition) =>
      http.send(FLOW_ROUTES.discardDraft, { params: { orgId, flowId }, headers: ifMatch(edition) }),

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
