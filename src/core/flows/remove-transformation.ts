import type { Result } from '../result.ts'
import { withoutSteps } from '../transformations/edit-steps.ts'
import type { Flow } from './flow.ts'
import type { FlowCalls } from './flow-calls.ts'

/** Removes the transformation from the flow and saves the flow (spec §4). */
export type RemoveTransformation = (flow: Flow, transformationId: string) => Promise<Result<Flow>>

export const makeRemoveTransformation =
  ({ updateFlow }: { readonly updateFlow: FlowCalls['updateFlow'] }): RemoveTransformation =>
  (flow, transformationId) =>
    updateFlow(flow, {
      config: { ...flow.config, transformations: withoutSteps(flow.config.transformations, [transformationId]) },
    })
