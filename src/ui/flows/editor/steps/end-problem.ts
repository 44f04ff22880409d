import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'

import type { StepProblem } from '../../../../core/catalog/transformations/transformation-problem.ts'
import { problemText } from './fields/step-texts.ts'

/** The problem of a flow's source or destination. */
export type EndProblem = StepProblem | { readonly kind: 'not-chosen' } | { readonly kind: 'unreadable' }

export function endProblemText(i18n: I18n, problem: EndProblem): string {
  if (problem.kind === 'not-chosen') return i18n._(msg`Not chosen yet`)
  if (problem.kind === 'unreadable') return i18n._(msg`The source could not be read`)
  return problemText(i18n, problem)
}
