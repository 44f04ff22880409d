import { Trans, useLingui } from '@lingui/react/macro'

import { useFormats } from '../i18n/use-formats.ts'
import { Progress } from '../kit/progress/progress.tsx'
import styles from './billing.module.css'

interface UsageMeterProps {
  readonly rows: number
  /** Absent if the plan does not count rows. */
  readonly includedRows: number | undefined
  readonly since: string
}

/** The used part of the plan's included rows. Exceeding it is shown here, but stops nothing. */
export function UsageMeter({ rows, includedRows, since }: UsageMeterProps) {
  const { t } = useLingui()
  const { number, compact, day } = useFormats()
  const isOver = includedRows !== undefined && rows > includedRows
  const begin = day(since)
  return (
    <div className={styles['usage']}>
      <p className={styles['amount']}>
        <strong>{number(rows)}</strong>{' '}
        {includedRows === undefined ? (
          <Trans>rows since {begin}</Trans>
        ) : (
          <Trans>
            of {compact(includedRows)} included rows since {begin}
          </Trans>
        )}
      </p>
      {includedRows !== undefined && <Progress label={t`Included rows used`} value={rows / includedRows} />}
      {isOver && (
        <p className={styles['over']}>
          <Trans>Above your plan. Flows keep running.</Trans>
        </p>
      )}
    </div>
  )
}
