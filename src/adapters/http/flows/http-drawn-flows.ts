import { FLOW_PREVIEW_ROUTES } from '../../../contract/flow-previews.ts'
import { defined } from '../../../core/catalog/defined.ts'
import type { FlowRepository } from '../../../core/flows/flow-repository.ts'
import type { StructureRequest } from '../../../core/flows/streams/stream-plan.ts'
import { map } from '../../../core/result.ts'
import type { HttpClient } from '../http-client.ts'
import { snakeCased } from '../snake-cased.ts'
import { configBody, transformationBody } from './flow-body.ts'

/** Calls about flows as they are drawn, which may not be saved. */
export const httpDrawnFlows = (http: HttpClient) =>
  ({
    preview(orgId, { sourceId, entity, steps, where }, stop) {
      const transformations = steps.map(transformationBody)
      const body = snakeCased({ source: { id: sourceId }, stream: entity, transformations, where })
      return http.call(FLOW_PREVIEW_ROUTES.previewFlow, { params: { orgId }, body, stop })
    },

    async plan(orgId, request, stop) {
      const body = { ...drawnBody(request), stream: request.entity }
      const { planOf } = await import('./plan-of.ts')
      return map(await http.call(FLOW_PREVIEW_ROUTES.planStream, { params: { orgId }, body, stop }), planOf)
    },

    async estimate(orgId, request, stop) {
      const { schedule } = request.config
      const body = { ...drawnBody(request), ...defined({ schedule }) }
      const { estimateOf } = await import('./estimate-of.ts')
      return map(await http.call(FLOW_PREVIEW_ROUTES.estimateFlow, { params: { orgId }, body, stop }), estimateOf)
    },

    async savedEstimate(orgId, flowId, stop) {
      const { estimateOf } = await import('./estimate-of.ts')
      const request = { params: { orgId, flowId }, stop }
      return map(await http.call(FLOW_PREVIEW_ROUTES.getFlowEstimate, request), estimateOf)
    },

    async structure(orgId, request, stop) {
      const planned = { params: { orgId }, body: drawnBody(request), stop }
      return map(await http.call(FLOW_PREVIEW_ROUTES.planStructure, planned), ({ objects }) => objects)
    },

    async targets(orgId, request, stop) {
      const { transformations: _, ...body } = drawnBody({ ...request, config: { ...request, transformations: [] } })
      const planned = { params: { orgId }, body, stop }
      return map(await http.call(FLOW_PREVIEW_ROUTES.planTargets, planned), ({ targets }) => targets)
    },
  }) satisfies Partial<FlowRepository>

function drawnBody({ flowId, config, sourceId, destinationId }: StructureRequest) {
  const { streams, transformations } = configBody(config)
  const ends = { sourceConnection: { id: sourceId }, destinationConnection: { id: destinationId } }
  return { ...snakeCased({ flowId, ...ends }), streams, transformations }
}
