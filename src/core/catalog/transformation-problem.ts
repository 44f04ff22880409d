import type { Sentence } from './sentence.ts'

/** What keeps a step from working, by the setting that says so. */
export type StepProblem =
  /** It was just added, and the person has not come to all of its settings. */
  | { readonly kind: 'unfinished' }
  /** The step is for a stream that the source does not have, or that the flow does not move. */
  | { readonly kind: 'no-such-stream'; readonly stream: string; readonly nearest?: string | undefined }
  | {
      /**
       * `malformed`: what is stored is of another shape than the setting, so that nothing of it can be shown. `gap`: SQL has a `?` in the
       * place of a value.
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

/** The server tried it and could not, in its words. */
interface Refused {
  readonly kind: 'refused'
  readonly message: string
  readonly sentence?: Sentence
  readonly hint?: string
  /** Where in the text of the setting, in UTF-16 code units from its beginning. */
  readonly position?: number
}

/** A setting, or one cell of a line of it. */
export interface SettingPlace {
  readonly setting: string
  readonly line?: number
  readonly cell?: string
}

/** Where in the text of its setting it is, where the server has said that. */
export const positionOf = (problem: StepProblem | undefined): number | undefined =>
  problem?.kind === 'refused' ? problem.position : undefined

/** Whether the problem is of that very input. */
export const isAt = (problem: StepProblem, { setting, line, cell }: SettingPlace): boolean =>
  'at' in problem && problem.at.setting === setting && problem.at.line === line && problem.at.cell === cell
