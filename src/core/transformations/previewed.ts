import { defined } from '../catalog/defined.ts'
import type { SettingPlace, StepProblem } from '../catalog/transformations/transformation-problem.ts'
import type { FlowConfig } from '../flows/flow.ts'
import type { FlowPreview, PreviewError } from '../flows/flow-preview.ts'

/** The results of a preview for the steps of a stream, and the flow at that time. */
export interface Previewed {
  readonly config: FlowConfig
  readonly stream: string
  /** By step id. */
  readonly results: ReadonlyMap<string, StepResult>
}

interface StepResult {
  /** The columns after the step. */
  readonly columns: readonly string[]
  readonly problem: StepProblem | undefined
}

export const previewedBy = (
  preview: FlowPreview,
  { config, stream }: Pick<Previewed, 'config' | 'stream'>,
): Previewed => ({
  config,
  stream,
  results: new Map(
    preview.steps.map(({ id, columns, error }) => [
      id,
      { columns: columns.map(({ name }) => name), problem: error && refusalOf(error) },
    ]),
  ),
})

function refusalOf({ message, sentence, hint, field, position }: PreviewError): StepProblem {
  const refused = { kind: 'refused', message, ...defined({ sentence, hint, position }) } as const
  return field === undefined ? refused : { ...refused, at: placeOf(field) }
}

/** A field is `where`, or `columns.<line>.<cell>` for lists, with or without the path to the step's settings as prefix. */
function placeOf(field: string): SettingPlace {
  const [setting = '', line, cell] = field.replace(/^.*settings\./, '').split('.')
  return line === undefined || cell === undefined ? { setting } : { setting, line: Number(line), cell }
}
