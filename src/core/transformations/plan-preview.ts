import { transformationTypeOf } from '../catalog/transformations/transformation-types.ts'
import type { FlowConfig, Transformation } from '../flows/flow.ts'
import { previewableSteps } from './previewable-steps.ts'
import type { StepReview } from './review-steps.ts'

interface Wanted {
  readonly reviews: ReadonlyMap<string, StepReview>
  /** Of the source. */
  readonly tables: readonly string[]
  /** The stream that the user has selected. */
  readonly chosen: string | undefined
}

/** The input rows of a step's preview, the steps that run, and the obstacles. */
export function planPreview(step: Transformation, config: FlowConfig, { reviews, tables, chosen }: Wanted) {
  const moving = config.streams.length > 0 ? config.streams.map(({ entity }) => entity) : tables
  const streams = step.stream === undefined ? moving : [step.stream]
  const stream = streams.find((name) => name === chosen) ?? streams[0] ?? ''
  const { steps, stopped } = previewableSteps(config, reviews, stream)
  const placeOf = (id: string) => config.transformations.findIndex((other) => other.id === id) + 1
  const stoppedAt = stopped ? placeOf(stopped.id) : Number.POSITIVE_INFINITY
  return {
    streams,
    stream,
    steps,
    placeOf,
    /** A step up to this one has a type that only a newer client knows. */
    isUnknown: stopped !== undefined && !transformationTypeOf(stopped.type) && stoppedAt <= placeOf(step.id),
    /** The position of an earlier step that must be corrected first. */
    blockedBy: stoppedAt < placeOf(step.id) ? stoppedAt : undefined,
    isUnfinished: stopped?.id === step.id,
  }
}
