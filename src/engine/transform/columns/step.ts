import { inEnglish } from '../../../core/catalog/sentence.ts'
import type { TransformationType } from '../../../core/catalog/transformations/transformation-types.ts'
import type { Problem } from '../../ports/connector.ts'

/** A transformation of a flow. */
export interface Step {
  readonly id: string
  readonly type: TransformationType
  /** Absent: for every stream. */
  readonly stream?: string | undefined
  readonly settings: Readonly<Record<string, unknown>>
}

/** The steps of a stream, in their order. */
export const stepsOf = (steps: readonly Step[], stream: string): readonly Step[] =>
  steps.filter((step) => step.stream === undefined || step.stream === stream)

/** A step with an error; nothing was read yet. */
export class StepError extends Error {
  readonly problem: Problem
  constructor(problem: Omit<Problem, 'retryable'>) {
    super(inEnglish(problem.message))
    this.name = 'StepError'
    this.problem = { ...problem, retryable: false }
  }
}
