import { Trans, useLingui } from '@lingui/react/macro'

import { isFinal } from '../../../core/catalog/runs/run-states.ts'
import type { Run, RunStream } from '../../../core/runs/run.ts'
import {
  durationsOf,
  SPAN_NAMES,
  type SpanName,
  spansOf,
  type TimeAxis,
} from '../../../core/runs/timeline/stream-spans.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { classNames } from '../../kit/class-names.ts'
import styles from './table-timeline.module.css'

interface TableTimelineProps {
  readonly run: Run
  readonly stream: RunStream
  readonly axis: TimeAxis
  readonly now: number
  readonly isOpen: boolean
  onToggle(): void
}

/** When a table was read, checked and put in place, on the time axis of its run; hover and focus show the figures. */
export function TableTimeline({ run, stream, axis, now, isOpen, onToggle }: TableTimelineProps) {
  const { t } = useLingui()
  const { duration } = useFormats()
  const spans = spansOf(stream, now)
  const words = useSpanWords()
  const whole = Math.max(1, axis.until - axis.from)
  const [first] = spans
  const isUnknown = !first && stream.status === 'succeeded'
  const figures = first
    ? [
        ...Object.entries(durationsOf(spans)).map(([name, took]) => words(name as SpanName, run, duration(took))),
        t`begun after ${duration(Math.max(0, first.from - axis.from))}`,
      ].join(' · ')
    : isUnknown
      ? t`Its times were not recorded.`
      : t`Not begun`
  return (
    <button
      type="button"
      className={classNames(styles['bar'], stream.status === 'failed' && styles['failed'])}
      aria-label={t`${stream.entity}: ${figures}`}
      aria-expanded={isOpen}
      data-tooltip={figures}
      onClick={onToggle}
    >
      {isUnknown && <span className={classNames(styles['span'], styles['unknown'])} />}
      {spans.map(({ name, from, until }) => (
        <span
          key={name}
          className={classNames(styles['span'], styles[name])}
          style={{ left: `${((from - axis.from) / whole) * 100}%`, width: `${((until - from) / whole) * 100}%` }}
        />
      ))}
    </button>
  )
}

function useSpanWords() {
  const { t } = useLingui()
  return (name: SpanName, { kind }: Run, took: string) => {
    if (name === 'moving') return t`read in ${took}`
    const isCompared = kind === 'compare' || (kind === 'dry-run' && name === 'committing')
    if (isCompared) return t`compared in ${took}`
    return name === 'committing' ? t`made visible in ${took}` : t`checked in ${took}`
  }
}

/** The start, the middle and the end of the axis. */
export function TimelineTicks({ axis: { from, until } }: { readonly axis: TimeAxis }) {
  const { duration } = useFormats()
  return (
    <span className={styles['ticks']} aria-hidden>
      <span>0</span>
      <span className={styles['middle']}>{duration((until - from) / 2)}</span>
      <span>{duration(until - from)}</span>
    </span>
  )
}

/** What the shades mean that are there. */
export function TimelineLegend({ run }: Pick<TableTimelineProps, 'run'>) {
  const { kind, streams } = run
  const isThere = (name: SpanName) => streams.some(({ receipt }) => receipt?.phases?.[name] !== undefined)
  const isGoing = !isFinal(run.status)
  return SPAN_NAMES.filter((name) => isThere(name) || (isGoing && kind !== 'compare')).map((name) => (
    <li key={name} className={styles['key']}>
      <span className={classNames(styles['swatch'], styles[name])} />
      {legendOf(name, kind)}
    </li>
  ))
}

function legendOf(name: SpanName, kind: Run['kind']) {
  if (kind === 'compare' || (kind === 'dry-run' && name === 'committing')) return <Trans>compared</Trans>
  if (name === 'moving') return <Trans>read</Trans>
  return name === 'checking' ? <Trans>checked</Trans> : <Trans>made visible</Trans>
}
