import { Plural, Trans } from '@lingui/react/macro'
import { Fragment, type ReactNode } from 'react'

import { filteredRows } from '../../../core/runs/rows/rows-through-steps.ts'
import type { Run } from '../../../core/runs/run.ts'
import { totalsOf } from '../../../core/runs/run-totals.ts'
import { RelativeTime } from '../../i18n/relative-time.tsx'
import { useFormats } from '../../i18n/use-formats.ts'
import { progressOf } from '../state/run-progress.ts'
import styles from './run-figures.module.css'

/** A guess of less than this is over before it is read. */
const SHORTEST_GUESS_MS = 5_000

interface RunFactsProps {
  readonly run: Run
  /** Rows per second, while rows are read. */
  readonly rate: number | undefined
  readonly showsVersion: boolean
}

/** What explains the figures of a run; nothing that is 0, because it says nothing. */
export function RunFacts({ run, rate, showsVersion }: RunFactsProps) {
  const { number, bytes: inBytes, duration } = useFormats()
  const { rowsRead, rowsAdded: added, bytes } = totalsOf(run)
  const { rowsLeft } = progressOf(run)
  const filtered = run.kind === 'compare' ? 0 : filteredRows(run)
  const left = rowsLeft === undefined || !rate ? 0 : (rowsLeft / rate) * 1_000
  const facts: readonly (readonly [name: string, fact: ReactNode | false])[] = [
    [
      'read',
      run.kind !== 'compare' && rowsRead > 0 && (
        <Plural value={rowsRead} one={`${number(rowsRead)} row read`} other={`${number(rowsRead)} rows read`} />
      ),
    ],
    ['added', added > 0 && <Trans>{number(added)} added by steps</Trans>],
    ['filtered', filtered > 0 && <Trans>{number(filtered)} filtered</Trans>],
    ['bytes', bytes > 0 && <Trans>{inBytes(bytes)} moved</Trans>],
    ['left', left >= SHORTEST_GUESS_MS && <Trans>about {duration(left)} left</Trans>],
    [
      'scheduled',
      run.scheduledFor !== undefined && (
        <Trans>
          scheduled for <RelativeTime at={run.scheduledFor} />
        </Trans>
      ),
    ],
    ['version', showsVersion && run.flowVersion !== undefined && <Trans>version {run.flowVersion}</Trans>],
  ]
  const shown = facts.filter(([, fact]) => fact !== false)
  if (shown.length === 0) return null
  return (
    <p className={styles['facts']}>
      {shown.map(([name, fact], at) => (
        <Fragment key={name}>
          {at > 0 && ' · '}
          {fact}
        </Fragment>
      ))}
    </p>
  )
}
