import type { Sentence } from '../catalog/sentence.ts'
import type { SampleRows } from '../connections/entity-rows.ts'
import type { Transformation } from './flow.ts'

/** A stream of which a sample is to be seen, on its way through these steps. */
export interface PreviewRequest {
  readonly sourceId: string
  readonly entity: string
  readonly steps: readonly Transformation[]
}

export interface FlowPreview {
  /** Rows that were taken from the source. */
  readonly sampled: number
  /** The rows as they are read, under the id `source`, then each step up to the first that cannot be done. */
  readonly steps: readonly PreviewedStep[]
}

/** Rows as they leave the source or a step. */
export interface PreviewedStep extends SampleRows {
  readonly id: string
  /** Of the sample; those beyond the first hundred are not among `rows`. */
  readonly rowCount: number
  readonly error?: PreviewError
}

export interface PreviewError {
  readonly message: string
  readonly sentence?: Sentence
  readonly hint?: string
  readonly hintSentence?: Sentence
  /** Where the setting is that is wrong, as in `settings.columns.0.expression`. */
  readonly field?: string
  /** Where in the text of that setting, in UTF-16 code units from its beginning. */
  readonly position?: number
}

/** The id under which a preview has the rows as they are read. */
export const SOURCE_STEP = 'source'
