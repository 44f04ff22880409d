import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { StepProblem } from '../../../../../core/catalog/transformations/transformation-problem.ts'
import { settingLabel } from '../../../../i18n/step-type-texts.ts'
import { translateServerText } from '../../../../i18n/translate-server-text.ts'

/** The problem in one sentence; inside the form the label already shows the place. */
export function problemText(i18n: I18n, problem: StepProblem): string {
  switch (problem.kind) {
    case 'unfinished':
      return i18n._(msg`Not finished yet`)
    case 'no-such-stream': {
      const { stream } = problem
      return i18n._(msg`The flow does not move ${{ stream }}`) + meant(i18n, problem.nearest)
    }
    case 'no-such-other-stream': {
      const { stream } = problem
      return i18n._(msg`The source has no ${{ stream }}`) + meant(i18n, problem.nearest)
    }
    case 'no-such-column': {
      const { stream, column } = problem
      const missing = stream === '' ? msg`No column ${{ column }}` : msg`${{ stream }} has no column ${{ column }} here`
      return i18n._(missing) + meant(i18n, problem.nearest)
    }
    case 'twice': {
      const { name } = problem
      return i18n._(msg`${{ name }} is given twice`)
    }
    case 'refused':
      return translateServerText(i18n, problem.message, problem.sentence)
    case 'required':
      return i18n._(msg`Fill this in`)
    case 'gap':
      return i18n._(msg`A value is missing`)
    case 'malformed':
      return i18n._(msg`Choose it again: the stored value cannot be read`)
    case 'no-lines':
      return i18n._(msg`Add at least one`)
    case 'not-a-number':
      return i18n._(msg`A whole number of at least 1`)
    case 'not-an-option':
      return i18n._(msg`Choose one from the list`)
    case 'not-a-select':
      return i18n._(msg`A query begins with SELECT, WITH or FROM`)
  }
}

const meant = (i18n: I18n, nearest: string | undefined): string =>
  nearest === undefined ? '' : i18n._(msg`: did you mean ${{ nearest }}?`)

/** The problem as text outside of the form. */
export function problemLine(i18n: I18n, type: string, problem: StepProblem): string {
  const text = problemText(i18n, problem)
  const saysWhere = !('at' in problem) || 'column' in problem || problem.kind === 'no-such-other-stream'
  if (saysWhere) return text
  return `${settingLabel(i18n, type, problem.at.cell ?? problem.at.setting)}: ${text}`
}
