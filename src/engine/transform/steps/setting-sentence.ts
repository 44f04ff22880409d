import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import type { SettingProblem } from '../../../core/catalog/transformations/transformation-setting-problems.ts'
import type { Step } from '../columns/step.ts'

/** The problem with a setting of a step, for readers outside of the form. */
export function settingSentence({ type }: Pick<Step, 'type'>, problem: SettingProblem): Sentence {
  const { setting, line, cell } = problem.at
  const where = sentence`"${setting}" of the ${type} step`
  const lineWhere = line === undefined ? where : sentence`${where}, line ${line + 1}`
  const name = cell === undefined ? lineWhere : sentence`${lineWhere}, "${cell}"`
  switch (problem.kind) {
    case 'required':
      return sentence`${name} is required`
    case 'gap':
      return sentence`${name} has a ? where a value belongs`
    case 'no-lines':
      return sentence`${name} needs at least one line`
    case 'malformed':
      return sentence`${name} has the wrong shape`
    case 'not-a-number':
      return sentence`${name} must be a whole number of at least 1`
    case 'not-an-option':
      return sentence`${name} is not one of the options`
    case 'not-a-select':
      return sentence`${name} must begin with SELECT, WITH or FROM`
    case 'twice':
      return sentence`${name}: ${problem.name} is given twice`
    case 'no-such-column':
      return problem.nearest === undefined
        ? sentence`There is no column "${problem.column}" here`
        : sentence`There is no column "${problem.column}" here: did you mean "${problem.nearest}"?`
    case 'no-such-other-stream':
      return problem.nearest === undefined
        ? sentence`The source has no ${problem.stream}`
        : sentence`The source has no ${problem.stream}: did you mean "${problem.nearest}"?`
  }
}

/** The place of the problem, below the step. */
export const settingField = ({ at: { setting, line, cell } }: SettingProblem): string =>
  ['settings', setting, line, cell].filter((part) => part !== undefined).join('.')
