import { inOrganization } from '../organizations/active-organization.ts'
import { map, type Result } from '../result.ts'
import type { StopSignal } from '../stop-signal.ts'
import type { FlowDeps } from './deps.ts'
import type { Transformation } from './flow.ts'
import { type FlowPreview, type PreviewRequest, SOURCE_STEP } from './flow-preview.ts'

/** With columns, as if the source had no others, because a run reads only these. */
export type PreviewFlow = (
  request: PreviewRequest & { readonly columns?: readonly string[] | undefined },
  stop?: StopSignal,
) => Promise<Result<FlowPreview>>

const CHOSEN_COLUMNS = 'chosen-columns'

export const makePreviewFlow =
  ({ organization, flows }: FlowDeps): PreviewFlow =>
  ({ columns, ...request }, stop) =>
    inOrganization(organization, async (organizationId) => {
      if (!columns) return flows.preview(organizationId, request, stop)
      const steps = [choiceOf(columns), ...request.steps]
      return map(await flows.preview(organizationId, { ...request, steps }, stop), withChoiceAsSource)
    })

const choiceOf = (columns: readonly string[]): Transformation => ({
  id: CHOSEN_COLUMNS,
  type: 'select',
  settings: { columns },
})

const withChoiceAsSource = ({ steps, ...rows }: FlowPreview): FlowPreview => ({
  ...rows,
  steps: steps.some(({ id }) => id === CHOSEN_COLUMNS)
    ? steps
        .filter(({ id }) => id !== SOURCE_STEP)
        .map((step) => (step.id === CHOSEN_COLUMNS ? { ...step, id: SOURCE_STEP } : step))
    : steps,
})
