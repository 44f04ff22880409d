import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'

import { RUN_KINDS } from '../../../core/catalog/runs/run-kinds.ts'
import { isFinal } from '../../../core/catalog/runs/run-states.ts'
import { rowsPerSecond } from '../../../core/runs/live/run-pace.ts'
import type { Run } from '../../../core/runs/run.ts'
import { totalsOf } from '../../../core/runs/run-totals.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { classNames } from '../../kit/class-names.ts'
import { useElapsed } from '../state/use-elapsed.ts'
import { RunFacts } from './run-facts.tsx'
import styles from './run-figures.module.css'

/** The five figures that a person needs first, and below them what explains them. */
export function RunFigures({ run, showsVersion = false }: { readonly run: Run; readonly showsVersion?: boolean }) {
  const { t } = useLingui()
  const { number, compact, duration } = useFormats()
  const elapsed = useElapsed(run)
  const { streams, succeeded, ...totals } = totalsOf(run)
  const { result } = RUN_KINDS[run.kind]
  const isOver = isFinal(run.status)
  const rate = isOver ? meanRate(totals.rowsRead, elapsed) : rowsPerSecond(run)
  const isWhole = isOver && succeeded === streams
  return (
    <div className={styles['strip']}>
      <dl className={styles['figures']}>
        {result === 'compared' ? (
          <>
            <Figure label={t`Rows compared`} value={number(totals.rowsRead)} />
            <Figure
              label={t`Rows that differ`}
              value={totals.rowsDiffering === undefined ? '–' : number(totals.rowsDiffering)}
              isTrouble={(totals.rowsDiffering ?? 0) > 0}
            />
          </>
        ) : (
          <>
            {result === 'predicted' && totals.rowsDiffering !== undefined ? (
              <Figure label={t`Rows that would change`} value={number(totals.rowsDiffering)} />
            ) : (
              <Figure
                label={result === 'predicted' ? t`Rows to be written` : t`Rows written`}
                value={number(totals.rowsWritten)}
              />
            )}
            <Figure
              label={result === 'predicted' ? t`Would be rejected` : t`Rejected`}
              value={number(totals.rowsRejected)}
              isTrouble={totals.rowsRejected > 0}
            />
          </>
        )}
        <Figure label={t`Duration`} value={elapsed === undefined ? '–' : duration(elapsed)} />
        <Figure label={t`Speed`} value={rate === undefined || rate < 1 ? '–' : <Trans>{compact(rate)} rows/s</Trans>} />
        <Figure
          label={t`Tables`}
          value={
            isWhole || streams === 0 ? (
              number(streams)
            ) : (
              <Trans>
                {number(succeeded)} of {number(streams)}
              </Trans>
            )
          }
          isTrouble={isOver && !isWhole}
        />
      </dl>
      <RunFacts run={run} rate={isOver ? undefined : rate} showsVersion={showsVersion} />
    </div>
  )
}

const meanRate = (rows: number, elapsed: number | undefined): number | undefined =>
  elapsed === undefined || elapsed < 1 ? undefined : (rows * 1_000) / elapsed

interface FigureProps {
  readonly label: string
  readonly value: ReactNode
  readonly isTrouble?: boolean
}

const Figure = ({ label, value, isTrouble = false }: FigureProps) => (
  <div>
    <dt className={styles['label']}>{label}</dt>
    <dd className={classNames(styles['value'], isTrouble && styles['trouble'])}>{value}</dd>
  </div>
)
