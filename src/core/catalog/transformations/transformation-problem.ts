import type { Sentence } from '../sentence.ts'

/** A problem of a step, by the setting that causes it. */
export type StepProblem =
  /** The step was just added, and the user has not reached all of its settings. */
  | { readonly kind: 'unfinished' }
  /** The step is for a stream that the source does not have, or that the flow does not move. */
  | { readonly kind: 'no-such-stream'; readonly stream: string; readonly nearest?: string | undefined }
  | {
      /**
       * `malformed`: the stored value has another form than the setting, so that it cannot be shown. `gap`: SQL contains a `?` instead of
       * a value.
       */
      readonly kind: 'required' | 'gap' | 'malformed' | 'not-a-number' | 'not-an-option' | 'not-a-select' | 'no-lines'
      readonly at: SettingPlace
    }
  | { readonly kind: 'twice'; readonly at: SettingPlace; readonly name: string }
  | {
      readonly kind: 'no-such-column'
      readonly at: SettingPlace
      readonly column: string
      readonly stream: string
      readonly nearest?: string | undefined
    }
  | {
      readonly kind: 'no-such-other-stream'
      readonly at: SettingPlace
      readonly stream: string
      readonly nearest?: string | undefined
    }
  | Refused
  | (Refused & { readonly at: SettingPlace })

/** The server's message after it tried and failed. */
interface Refused {
  readonly kind: 'refused'
  readonly message: string
  readonly sentence?: Sentence
  readonly hint?: string
  /** The position in the text of the setting, in UTF-16 code units from its start. */
  readonly position?: number
}

/** A setting, or one cell of one of its lines. */
export interface SettingPlace {
  readonly setting: string
  readonly line?: number
  readonly cell?: string
}

/** The position in the text of its setting, if the server reported one. */
export const positionOf = (problem: StepProblem | undefined): number | undefined =>
  problem?.kind === 'refused' ? problem.position : undefined

/** Whether the problem belongs to exactly this input. */
export const isAt = (problem: StepProblem, { setting, line, cell }: SettingPlace): boolean =>
  'at' in problem && problem.at.setting === setting && problem.at.line === line && problem.at.cell === cell
