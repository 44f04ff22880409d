import { Trans } from '@lingui/react/macro'
import { CircleCheck, Download, Sigma } from 'lucide'

import { isDry } from '../../../core/catalog/runs/run-kinds.ts'
import { isFinal } from '../../../core/catalog/runs/run-states.ts'
import type { Run, RunStream } from '../../../core/runs/run.ts'
import { Button } from '../../kit/button/button.tsx'
import { Icon } from '../../kit/icon/icon.tsx'
import { useIsOffered } from '../../services/use-is-offered.ts'
import { useDownloadReceipt } from '../actions/use-download-receipt.ts'
import styles from './run-tables.module.css'
import { hasFiltered, isCompared } from './table-columns.ts'
import { TimelineLegend } from './table-timeline.tsx'

/** What the shades and marks mean, what adds up, and the receipt as a file. */
export function TablesLegend({ run, hasAdded }: { readonly run: Run; readonly hasAdded: boolean }) {
  const receipt = useDownloadReceipt(run)
  const hasReceipts = useIsOffered('fetchRunReceipt')
  const has = (state: string) => !isDry(run.kind) && run.streams.some(({ receipt: own }) => own?.check?.state === state)
  return (
    <div className={styles['foot']}>
      <ul className={styles['legend']}>
        <TimelineLegend run={run} />
        {has('verified') && (
          <li className={styles['key']}>
            <span className={styles['verified']}>
              <Icon of={CircleCheck} size={13} />
            </span>
            <Trans>counted; keys or values compared with the source</Trans>
          </li>
        )}
        {has('counted') && (
          <li className={styles['key']}>
            <span className={styles['counted']}>
              <Icon of={Sigma} size={13} />
            </span>
            {run.streams.every(isMessage) ? (
              <Trans>the rows in the messages that were sent</Trans>
            ) : (
              <Trans>counted in the destination</Trans>
            )}
          </li>
        )}
        {hasEquation(run) && hasFiltered(run) && (
          <li>
            {hasAdded ? (
              <Trans>Read + added = written + filtered + rejected.</Trans>
            ) : (
              <Trans>Read = written + filtered + rejected.</Trans>
            )}
          </li>
        )}
        {run.combinesRows && (
          <li>
            {hasFiltered(run) ? (
              <Trans>“–”: steps made new rows; none is filtered.</Trans>
            ) : (
              <Trans>Steps made new rows; none is filtered.</Trans>
            )}
          </li>
        )}
      </ul>
      {isFinal(run.status) && hasReceipts && (
        <Button size="sm" variant="ghost" icon={Download} isBusy={receipt.isPending} onClick={() => receipt.mutate()}>
          <Trans>Download receipt</Trans>
        </Button>
      )}
      <StandIns ends={run.standIns ?? []} />
    </div>
  )
}

/** What a dry run has compared is told by other figures; before the first row there is nothing to add up. */
const hasEquation = (run: Run): boolean =>
  run.kind !== 'compare' &&
  !(run.kind === 'dry-run' && isCompared(run)) &&
  run.streams.some(({ rowsRead }) => rowsRead > 0)

const isMessage = ({ receipt }: RunStream): boolean => receipt?.check?.reason === 'message'

/** A receipt of rows that no outside system has seen must not look like another one. */
function StandIns({ ends }: { ends: NonNullable<Run['standIns']> }) {
  if (ends.length === 0) return null
  return (
    <p className={styles['standIns']}>
      {ends.length === 2 ? (
        <Trans>Source and destination were test accounts.</Trans>
      ) : ends.includes('source') ? (
        <Trans>The source was a test account.</Trans>
      ) : (
        <Trans>The destination was a test account.</Trans>
      )}
    </p>
  )
}
