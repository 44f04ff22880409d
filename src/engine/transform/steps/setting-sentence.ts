import type { SettingProblem } from '../../../core/catalog/transformation-setting-problems.ts'
import type { Step } from '../columns/step.ts'

/** The problem with a setting of a step, for readers outside of the form. */
export function settingSentence({ type }: Pick<Step, 'type'>, problem: SettingProblem): string {
  const { setting, line, cell } = problem.at
  const where = [`"${setting}" of the ${type} step`, line !== undefined && `line ${line + 1}`, cell && `"${cell}"`]
  const name = where.filter(Boolean).join(', ')
  switch (problem.kind) {
    case 'required':
      return `${name} is required`
    case 'gap':
      return `${name} has a ? where a value belongs`
    case 'no-lines':
      return `${name} needs at least one line`
    case 'malformed':
      return `${name} has the wrong shape`
    case 'not-a-number':
      return `${name} must be a whole number of at least 1`
    case 'not-an-option':
      return `${name} is not one of the options`
    case 'not-a-select':
      return `${name} must begin with SELECT, WITH or FROM`
    case 'twice':
      return `${name}: ${problem.name} is given twice`
    case 'no-such-column':
      return `There is no column "${problem.column}" here${meant(problem.nearest)}`
    case 'no-such-other-stream':
      return `The source has no ${problem.stream}${meant(problem.nearest)}`
  }
}

/** The place of the problem, below the step. */
export const settingField = ({ at: { setting, line, cell } }: SettingProblem): string =>
  ['settings', setting, line, cell].filter((part) => part !== undefined).join('.')

const meant = (nearest: string | undefined) => (nearest === undefined ? '' : `: did you mean "${nearest}"?`)
