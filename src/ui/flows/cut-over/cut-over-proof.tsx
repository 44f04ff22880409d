import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Scale } from 'lucide'

import type { Flow } from '../../../core/flows/flow.ts'
import type { Mirror } from '../../../core/mirrors/mirror.ts'
import { useDisabledReason } from '../../access/use-disabled-reason.ts'
import { Button } from '../../kit/button/button.tsx'
import { Progress } from '../../kit/progress/progress.tsx'
import { useChangeCutOver } from '../../queries/use-mirrors.ts'
import styles from './cut-over.module.css'
import { ProofOutcome } from './proof-outcome.tsx'

interface CutOverProofProps {
  readonly flow: Flow
  readonly mirror: Mirror
}

/** All tables, at one place in the log. */
export function CutOverProof({ flow, mirror: { wanted, cutOver } }: CutOverProofProps) {
  const { t } = useLingui()
  const { mutate: change, isPending } = useChangeCutOver(flow.id)
  const disabledReason = useDisabledReason('flow.write') ?? (wanted === 'on' ? undefined : t`The mirror is not on`)
  const isUnderWay = cutOver !== undefined && cutOver.state !== 'done'
  const { tables = 0, compared = 0 } = cutOver ?? {}
  return (
    <>
      {cutOver?.state === 'done' && <ProofOutcome cutOver={cutOver} />}
      {isUnderWay ? (
        <div className={styles['progress']} role="status">
          <Progress label={t`Proving`} value={tables === 0 ? undefined : Math.min(compared, tables) / tables} />
          <span className={styles['words']}>
            {cutOver.state === 'asked' ? (
              <Trans>The mirror catches up.</Trans>
            ) : (
              <Plural
                value={tables}
                one={`${Math.min(compared, tables)} of # table compared`}
                other={`${Math.min(compared, tables)} of # tables compared`}
              />
            )}
          </span>
        </div>
      ) : (
        <div>
          <Button
            icon={Scale}
            variant={cutOver ? 'secondary' : 'primary'}
            isBusy={isPending}
            disabledReason={disabledReason}
            onClick={() => change('prove')}
          >
            {cutOver ? <Trans>Prove again</Trans> : <Trans>Writes have stopped: prove now</Trans>}
          </Button>
        </div>
      )}
    </>
  )
}
