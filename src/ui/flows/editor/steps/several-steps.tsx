import { Plural, Trans } from '@lingui/react/macro'
import { CopyPlus, Trash2 } from 'lucide'

import { Button } from '../../../kit/button/button.tsx'
import type { StepActions } from '../keys/use-step-actions.ts'
import styles from './step-panel.module.css'

interface SeveralStepsProps {
  readonly stepIds: readonly string[]
  readonly isReadOnly: boolean
  readonly actions: StepActions
}

/** The actions for all selected steps. */
export const SeveralSteps = ({ stepIds, isReadOnly, actions }: SeveralStepsProps) => (
  <div className={styles['panel']}>
    <h2 className={styles['name']}>
      <Plural value={stepIds.length} one="# step selected" other="# steps selected" />
    </h2>
    {!isReadOnly && (
      <div className={styles['actions']}>
        <Button size="sm" icon={CopyPlus} onClick={() => actions.duplicate(stepIds)}>
          <Trans>Duplicate</Trans>
        </Button>
        <Button size="sm" variant="ghost" icon={Trash2} onClick={() => actions.remove(stepIds)}>
          <Trans>Remove</Trans>
        </Button>
      </div>
    )}
  </div>
)
