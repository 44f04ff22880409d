import type { FlowConfig } from '../flows/flow.ts'
import type { FlowPreview, PreviewedStep } from '../flows/flow-preview.ts'

/** A preview, and the flow as it was when it was made. */
export interface Previewed {
  readonly config: FlowConfig
  readonly stream: string
  readonly preview: FlowPreview
}

/** What it told of the steps that are as they were then, as is everything before them. */
export function stillTrue({ streams, transformations }: FlowConfig, previewed: Previewed): readonly PreviewedStep[] {
  const { config, preview } = previewed
  if (streams !== config.streams) return []
  const changed = transformations.findIndex((step, index) => step !== config.transformations[index])
  const same = changed < 0 ? transformations : transformations.slice(0, changed)
  return preview.steps.filter(({ id }) => same.some((step) => step.id === id))
}
