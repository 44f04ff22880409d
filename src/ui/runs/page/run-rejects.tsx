import { Plural, Trans } from '@lingui/react/macro'

import type { Run } from '../../../core/runs/run.ts'
import { useDisabledReason } from '../../access/use-disabled-reason.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { RejectedRows } from '../rejects/rejected-rows.tsx'
import styles from './run-sections.module.css'

/** Rows that the destination could not store, table by table, with their actions. */
export function RunRejects({ run }: { run: Run }) {
  const { number } = useFormats()
  const disabledReason = useDisabledReason('run.data')
  const streams = run.streams.filter(({ rowsRejected }) => rowsRejected > 0)
  return streams.map(({ entity, rowsRejected, status }) => (
    <section key={entity} aria-label={entity}>
      <h2 className={styles['head']}>
        {entity}
        {' · '}
        <Plural
          value={rowsRejected}
          one={`${number(rowsRejected)} row rejected`}
          other={`${number(rowsRejected)} rows rejected`}
        />
      </h2>
      {status !== 'succeeded' ? (
        <p className={styles['none']}>
          <Trans>Only rows of finished tables are kept.</Trans>
        </p>
      ) : disabledReason === undefined ? (
        <RejectedRows run={run} entity={entity} />
      ) : (
        <p className={styles['none']}>{disabledReason}</p>
      )}
    </section>
  ))
}
