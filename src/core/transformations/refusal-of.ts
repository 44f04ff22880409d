import type { SettingPlace, StepProblem } from '../catalog/transformation-problem.ts'
import type { PreviewError } from '../flows/flow-preview.ts'

/** What a preview said of a step, as a problem of the setting that it named. */
export function refusalOf({ message, hint, field }: PreviewError): StepProblem {
  const refused = { kind: 'refused', message, ...(hint !== undefined && { hint }) } as const
  return field === undefined ? refused : { ...refused, at: placeOf(field) }
}

/** A field is `where`, or `columns.<line>.<cell>` for lists, with or without the way to the step's settings before it. */
function placeOf(field: string): SettingPlace {
  const [setting = '', line, cell] = field.replace(/^.*settings\./, '').split('.')
  return line === undefined || cell === undefined ? { setting } : { setting, line: Number(line), cell }
}
