import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import type { DashboardFigures, DashboardPeriod, RunTotals } from '../../core/dashboard/dashboard.ts'
import { useFormats } from '../i18n/use-formats.ts'
import { Change } from './change.tsx'
import styles from './summary.module.css'

type FiguresProps = Required<Pick<DashboardFigures, 'totals'>> &
  Pick<DashboardFigures, 'previous'> & { readonly period: DashboardPeriod }

/** A shorter number is written whole. */
export const SHORTENED_FROM = 10_000

/** The share of ended runs that succeeded; nothing if none has ended. */
const successRate = ({ succeeded, partiallySucceeded = 0, failed }: RunTotals): number | undefined => {
  const ended = succeeded + partiallySucceeded + failed
  return ended > 0 ? succeeded / ended : undefined
}

/** The results of the runs in the period, each figure with that of the previous period and a link to the counted runs. */
export function Figures({ period, totals, previous }: FiguresProps) {
  const { t } = useLingui()
  const { number, compact, percent, duration } = useFormats()
  const rate = successRate(totals)
  const partly = totals.partiallySucceeded ?? 0
  const runs = { dry: 'no', period } as const
  return (
    <ul className={styles['tiles']} aria-label={t`Figures`}>
      <Tile
        label={<Trans>Runs</Trans>}
        change={<Change now={totals.runs} before={previous?.runs} good="either" />}
        note={totals.cancelled > 0 && <Plural value={totals.cancelled} one="# cancelled" other="# cancelled" />}
      >
        <Link to="/runs" search={runs}>
          {number(totals.runs)}
        </Link>
      </Tile>
      <Tile
        label={<Trans>Success rate</Trans>}
        change={<Change now={rate} before={previous && successRate(previous)} good="up" isShare />}
        note={
          partly > 0 ? (
            <Trans>
              {number(totals.failed)} failed, {number(partly)} partly succeeded
            </Trans>
          ) : (
            <Plural value={totals.failed} one="# failed" other="# failed" />
          )
        }
      >
        <Link
          to="/runs"
          search={{ ...runs, state: totals.failed > 0 ? 'failed' : partly > 0 ? 'partially_succeeded' : 'succeeded' }}
        >
          {rate === undefined ? '–' : percent(rate)}
        </Link>
      </Tile>
      <Tile
        label={<Trans>Rows moved</Trans>}
        change={<Change now={totals.rowsWritten} before={previous?.rowsWritten} good="either" />}
        note={totals.rowsWritten >= SHORTENED_FROM && number(totals.rowsWritten)}
      >
        <Link to="/runs" search={{ ...runs, state: 'succeeded' }}>
          {totals.rowsWritten < SHORTENED_FROM ? number(totals.rowsWritten) : compact(totals.rowsWritten)}
        </Link>
      </Tile>
      <Tile
        label={<Trans>Median duration</Trans>}
        change={<Change now={totals.medianDurationMs} before={previous?.medianDurationMs} good="down" />}
        note={<Trans>of runs that succeeded</Trans>}
      >
        <Link to="/runs" search={{ ...runs, state: 'succeeded' }}>
          {totals.medianDurationMs === undefined ? '–' : duration(totals.medianDurationMs)}
        </Link>
      </Tile>
    </ul>
  )
}

interface TileProps {
  readonly label: ReactNode
  readonly change: ReactNode
  readonly note: ReactNode
  readonly children: ReactNode
}

const Tile = ({ label, change, note, children }: TileProps) => (
  <li className={styles['tile']}>
    <span className={styles['label']}>{label}</span>
    <span className={styles['line']}>
      <span className={styles['figure']}>{children}</span>
      {change}
    </span>
    <span className={styles['note']}>{note}</span>
  </li>
)
