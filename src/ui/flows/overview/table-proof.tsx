import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'

import type { Flow } from '../../../core/flows/flow.ts'
import type { MirroredTable } from '../../../core/mirrors/mirror.ts'
import { isDifferent } from '../../../core/mirrors/table-proof.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useServerText } from '../../i18n/use-server-text.ts'
import { Button } from '../../kit/button/button.tsx'
import { DifferenceDialog } from './difference-dialog.tsx'
import styles from './mirror-tables.module.css'
import { useDifferenceWords } from './use-difference-words.ts'
import { useProofTime } from './use-proof-time.ts'

interface TableProofProps {
  readonly flow: Flow
  readonly table: MirroredTable
}

/** When a table was equal to that of the source last, and what differed since. */
export function TableProof({ flow, table }: TableProofProps) {
  const { t } = useLingui()
  const { dateTime } = useFormats()
  const serverText = useServerText()
  const words = useDifferenceWords()
  const proofTime = useProofTime()
  const [isOpen, setOpen] = useState(false)
  const { entity, provenAt, compareAskedAt, difference, proofProblem } = table
  return (
    <>
      {compareAskedAt !== undefined ? (
        <span className={styles['entity']}>
          <Trans>Comparing</Trans>
        </span>
      ) : (
        provenAt !== undefined && (
          <time className={styles['entity']} dateTime={provenAt} title={dateTime(provenAt)}>
            <Trans>Proven equal as of {proofTime(provenAt)}</Trans>
          </time>
        )
      )}
      {proofProblem && <span className={styles['reason']}>{serverText.message(proofProblem)}</span>}
      {difference && isDifferent(table) && (
        <span className={styles['reason']}>
          {words(difference)}{' '}
          {!difference.isUnlocated && (
            <Button
              size="xs"
              variant="ghost"
              aria-label={t`Show rows of ${entity} that differed`}
              onClick={() => setOpen(true)}
            >
              <Trans>Show rows</Trans>
            </Button>
          )}
        </span>
      )}
      {difference && isOpen && (
        <DifferenceDialog flowId={flow.id} entity={entity} difference={difference} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
