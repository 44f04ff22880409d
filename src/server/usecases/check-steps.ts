import type { FlowConfig } from '../../contract/flows.ts'
import { type SettingProblem, settingProblems } from '../../core/catalog/transformation-setting-problems.ts'
import { TRANSFORMATION_TYPES } from '../../core/catalog/transformation-types.ts'
import { invalid, Refusal } from './refusal.ts'

type Step = FlowConfig['transformations'][number]

/** A step that is not finished may be saved, so that nobody loses it; what can never be right may not. */
const UNFINISHED: readonly SettingProblem['kind'][] = ['required', 'no-lines', 'not-a-select', 'twice']

/** @throws Refusal 422 with the field, where settings are unknown, of another shape or not among the options */
export function refuseWrongSettings({ transformations }: FlowConfig): void {
  transformations.forEach((step, index) => {
    const known = TRANSFORMATION_TYPES[step.type].settings.map(({ name }) => name as string)
    const unknown = Object.keys(step.settings).find((name) => !known.includes(name))
    if (unknown !== undefined) {
      const field = `config.transformations.${index}.settings.${unknown}`
      throw invalid(`Unknown field "${field}"`, field)
    }
    const wrong = problemsOf(step).find(({ kind }) => !UNFINISHED.includes(kind))
    if (wrong) throw invalid(sentenceOf(step, wrong), fieldOf(index, wrong))
  })
}

/** @throws Refusal 422 with the field and the step, where a step is not finished */
export function refuseUnfinishedSteps({ transformations }: FlowConfig): void {
  transformations.forEach((step, index) => {
    const [problem] = problemsOf(step)
    if (!problem) return
    throw new Refusal(422, 'STEP_UNFINISHED', `Step ${index + 1}: ${sentenceOf(step, problem)}`, {
      field: fieldOf(index, problem),
      node: step.id,
    })
  })
}

const problemsOf = ({ type, settings }: Step) => settingProblems(TRANSFORMATION_TYPES[type].settings, settings)

const fieldOf = (index: number, { at: { setting, line, cell } }: SettingProblem): string =>
  ['config.transformations', index, 'settings', setting, line, cell].filter((part) => part !== undefined).join('.')

function sentenceOf({ type }: Step, problem: SettingProblem): string {
  const { setting, line, cell } = problem.at
  const where = [`"${setting}" of the ${type} step`, line !== undefined && `line ${line + 1}`, cell && `"${cell}"`]
  const name = where.filter(Boolean).join(', ')
  switch (problem.kind) {
    case 'required':
      return `${name} is required`
    case 'no-lines':
      return `${name} needs at least one line`
    case 'malformed':
      return `${name} has another shape than it must have`
    case 'not-a-number':
      return `${name} must be a whole number of at least 1`
    case 'not-an-option':
      return `${name} is none of the options`
    case 'not-a-select':
      return `${name} must begin with SELECT, WITH or FROM`
    case 'twice':
      return `${name}: ${problem.name} is given twice`
    // Columns and streams are known only to a run.
    case 'no-such-column':
    case 'no-such-other-stream':
      return `${name} names what the source does not have`
  }
}
