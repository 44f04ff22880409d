import { type PlacedStep, placedSteps, pushableOf } from '../../../engine/move/plan/step-places.ts'
import type { Pushdown } from '../../../engine/ports/pushdown.ts'
import type { Source, SourceEntity } from '../../../engine/ports/source.ts'
import type { StepProcess } from '../../../engine/step-process/step-process.ts'
import type { Step } from '../../../engine/transform/columns/step.ts'
import type { StepsInput } from '../../../engine/transform/steps/bind-steps.ts'

interface StepsToPlace {
  readonly source: Source
  readonly process: StepProcess
  readonly entity: SourceEntity
  readonly steps: readonly Step[]
  readonly others: readonly StepsInput[]
  readonly salt: string
}

/** Where a run does each step of a stream, by the rules of the run. @returns nothing while a step has an error. @throws ConnectorError */
export async function placeSteps({
  source,
  process,
  entity,
  steps,
  others,
  salt,
}: StepsToPlace): Promise<readonly PlacedStep[]> {
  if (steps.length === 0 || !process.isIdle) return []
  const input = { entity: entity.name, columns: entity.columns }
  const bound = await process.bind({ input, steps, others, pushable: pushableOf(steps), salt })
  if (bound.outline.failure) return []
  const pushes = source.pushes && ((pushdown: Pushdown) => source.pushes?.(entity, pushdown) === true)
  return placedSteps(steps, bound, pushes)
}
