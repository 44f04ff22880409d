import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'

import { type Compared, type ComparedStream, compareRuns } from '../../../core/runs/compare/compare-runs.ts'
import type { Run } from '../../../core/runs/run.ts'
import { RelativeTime } from '../../i18n/relative-time.tsx'
import { useFormats } from '../../i18n/use-formats.ts'
import { lazyNamed } from '../../kit/lazy-named.ts'
import { SkeletonRows } from '../../kit/skeleton/skeleton.tsx'
import styles from './run-comparison.module.css'

const FlowVersionChanges = lazyNamed(() => import('./flow-version-changes.tsx'), 'FlowVersionChanges')

/** A run beside an earlier one: the differences, table by table. */
export function RunComparison({ run, earlier }: { run: Run; earlier: Run }) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const isAnother = run.flowVersion !== earlier.flowVersion
  const at = earlier.startedAt ?? earlier.queuedAt
  return (
    <div className={styles['comparison']}>
      <p className={styles['note']}>
        <Link to="/runs/$id" params={{ id: earlier.id }}>
          <Trans>The earlier run</Trans>
        </Link>
        {at && (
          <>
            {' · '}
            <RelativeTime at={at} />
          </>
        )}
        {' · '}
        <Versions run={run} earlier={earlier} />
        {isAnother && (
          <>
            {' · '}
            <button type="button" className={styles['link']} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {isOpen ? <Trans>Hide what has changed</Trans> : <Trans>Show what has changed</Trans>}
            </button>
          </>
        )}
      </p>
      {isOpen && (
        <Suspense fallback={<SkeletonRows count={2} />}>
          <FlowVersionChanges runs={[earlier.id, run.id]} />
        </Suspense>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <section className={styles['scroll']} aria-label={t`Compared with the earlier run`} tabIndex={0}>
        <table className={styles['table']} aria-label={t`Compared with the earlier run`}>
          <thead>
            <tr>
              <th scope="col">
                <Trans>Table</Trans>
              </th>
              <th scope="col">
                <Trans>Read</Trans>
              </th>
              <th scope="col">
                <Trans>Written</Trans>
              </th>
              <th scope="col">
                <Trans>Filtered</Trans>
              </th>
              <th scope="col">
                <Trans>Rejected</Trans>
              </th>
              <th scope="col">
                <Trans>Duration</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {compareRuns(run, earlier).map((stream) => (
              <StreamRow key={stream.entity} stream={stream} />
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}

function Versions({ run: { flowVersion: now }, earlier: { flowVersion: before } }: { run: Run; earlier: Run }) {
  if (now === undefined || before === undefined || now === before) return <Trans>the same version of the flow</Trans>
  return (
    <Trans>
      the flow has changed: version {before} → {now}
    </Trans>
  )
}

function StreamRow({ stream: { entity, read, written, filtered, rejected, duration } }: { stream: ComparedStream }) {
  const formats = useFormats()
  return (
    <tr>
      <th scope="row">{entity}</th>
      {[read, written, filtered, rejected].map((compared, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: four figures, always the same ones.
        <td key={place}>
          <Figure compared={compared} format={formats.number} />
        </td>
      ))}
      <td>{duration ? <Figure compared={duration} format={formats.duration} /> : '–'}</td>
    </tr>
  )
}

function Figure({ compared: { now, change }, format }: { compared: Compared; format: (value: number) => string }) {
  return (
    <>
      {format(now)}
      {change !== undefined && (
        <span className={styles['change']}>
          {change === 0 ? '±0' : `${change > 0 ? '+' : '−'}${format(Math.abs(change))}`}
        </span>
      )}
    </>
  )
}
