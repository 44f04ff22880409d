import { Trans } from '@lingui/react/macro'
import { Wand2 } from 'lucide'

import type { StepProblem } from '../../../../core/catalog/transformations/transformation-problem.ts'
import { findNameCorrection, withNameCorrected } from '../../../../core/transformations/name-correction.ts'
import { Button } from '../../../kit/button/button.tsx'

interface NameSuggestionProps {
  readonly problem: StepProblem | undefined
  /** The step's input columns; undefined if unknown. */
  readonly columns: readonly string[] | undefined
  readonly value: unknown
  readonly isReadOnly: boolean
  onChange(value: unknown): void
}

/** Replaces an unknown name with the most similar one. */
export function NameSuggestion({ problem, columns, value, isReadOnly, onChange }: NameSuggestionProps) {
  const meant = problem && findNameCorrection(problem, columns)
  if (!meant || isReadOnly) return null
  const changed = withNameCorrected(value, meant)
  if (JSON.stringify(changed) === JSON.stringify(value)) return null
  return (
    <div>
      <Button size="xs" icon={Wand2} onClick={() => onChange(changed)}>
        <Trans>Use {meant.right}</Trans>
      </Button>
    </div>
  )
}
