import type { ProblemText } from '../catalog/problem-text.ts'
import type { StepObstacle, StepPlace } from '../catalog/transformations/step-places.ts'
import type { SampleRows } from '../connections/entity-rows.ts'
import type { Transformation } from './flow.ts'

/** A stream whose sample is shown after each of these steps. */
export interface PreviewRequest {
  readonly sourceId: string
  readonly entity: string
  readonly steps: readonly Transformation[]
  /** Only rows for which this SQL condition is true. Absent: the first rows. */
  readonly where?: string
}

export interface FlowPreview {
  /** Rows of the source that went through the steps. */
  readonly sampled: number
  /** Rows of the source that were read for them; absent if the server does not say it. */
  readonly read?: number
  /** The source has rows that were not read. */
  readonly hasMore?: boolean
  /** The columns by which the rows come; absent if the order is not known. */
  readonly orderedBy?: readonly string[]
  /** The rows as they are read, under the id `source`, then each step up to the first one with an error. */
  readonly steps: readonly PreviewedStep[]
}

/** Rows after the source or a step. */
export interface PreviewedStep extends SampleRows {
  readonly id: string
  /** The number in the sample; `rows` has only the first hundred. */
  readonly rowCount: number
  /** For a join: with which rows of its other table it was done. */
  readonly joined?: JoinedRows
  /** Where a run does the step; absent if the server does not say it. */
  readonly place?: StepPlace
  /** Why it does not run in the source. */
  readonly obstacle?: StepObstacle
  readonly error?: PreviewError
}

export interface JoinedRows {
  readonly stream: string
  /** Rows of the other table that were looked through. */
  readonly read: number
  /** Every partner of the sampled rows was found. */
  readonly isWhole: boolean
  /** Rows before the join that have a partner. */
  readonly matched: number
}

export interface PreviewError extends ProblemText {
  /** The setting with the error, for example `settings.columns.0.expression`. */
  readonly field?: string
  /** The position in the text of that setting, in UTF-16 code units from its start. */
  readonly position?: number
}

/** The id under which an error of the condition that chooses the rows is reported. */
export const WHERE_STEP = 'where'

/** The id of the input rows in a preview. */
export const SOURCE_STEP = 'source'
