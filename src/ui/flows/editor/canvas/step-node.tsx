import { Trans, useLingui } from '@lingui/react/macro'
import { Handle, type Node, type NodeProps, Position } from '@xyflow/react'
import { CircleAlert } from 'lucide'
import { memo } from 'react'
import type { RunVerdict } from '../../../../core/catalog/runs/verdict/run-verdict.ts'
import type { StepProblem } from '../../../../core/catalog/transformations/transformation-problem.ts'
import { textIn } from '../../../../core/catalog/transformations/transformation-settings.ts'
import type { Transformation } from '../../../../core/flows/flow.ts'
import type { RowsThrough } from '../../../../core/runs/rows/rows-through-steps.ts'
import { useFormats } from '../../../i18n/use-formats.ts'
import { classNames } from '../../../kit/class-names.ts'
import { Icon } from '../../../kit/icon/icon.tsx'
import { StatusDot } from '../../../kit/status-dot/status-dot.tsx'
import { useLoaded } from '../../../kit/use-loaded.ts'
import { RunState } from '../../../runs/state/run-state.tsx'
import { problemLine } from '../steps/fields/step-texts.ts'
import { StepMark } from '../steps/step-mark.tsx'
import { stepTitle } from '../steps/step-title.ts'
import styles from './flow-node.module.css'

/** Texts for which the picture does not wait. */
const loadSummaries = () => import('../steps/step-summary.ts')

export type StepNode = Node<
  {
    readonly step: Transformation
    /** Its first problem. */
    readonly problem: StepProblem | undefined
    /** The state in the last run. */
    readonly run: StepRunState | undefined
    /** A note has room for one line only. */
    readonly isTight: boolean
  },
  'step'
>

export interface StepRunState {
  /** Absent: the run failed at another node. */
  readonly verdict: RunVerdict | undefined
  /** Absent: it failed here. */
  readonly rows: RowsThrough | undefined
}

/** A step between source and destination, with its problem. */
export const StepNodeView = memo(function StepNodeView({
  data: { step, problem, run, isTight },
  selected,
}: NodeProps<StepNode>) {
  const { i18n, t } = useLingui()
  const wrong = problem && problemLine(i18n, step.type, problem)
  const isUnfinished = problem?.kind === 'unfinished'
  const summary = useLoaded(loadSummaries)?.stepSummary(i18n, step) ?? ''
  const other = step.type === 'join' ? textIn(step.settings, 'stream') : ''
  return (
    <div
      className={classNames(
        styles['node'],
        styles['step'],
        problem && (isUnfinished ? styles['unfinished'] : styles['invalid']),
        selected && styles['selected'],
      )}
    >
      {other !== '' && (
        <span className={styles['input']} title={t`Other table: ${other}`}>
          <span className={styles['cut']}>{other}</span>
        </span>
      )}
      <Handle id="left" type="target" position={Position.Left} className={styles['handle']} />
      <Handle id="top" type="target" position={Position.Top} className={styles['handle']} />
      <div className={styles['head']}>
        <StepMark type={step.type} />
        <div className={styles['words']}>
          <span className={styles['name']}>{stepTitle(i18n, step)}</span>
          <span className={styles['role']} title={summary}>
            {summary !== '' && `${summary} · `}
            {step.stream ?? <Trans>All tables</Trans>}
          </span>
          {wrong === undefined ? (
            run && <StepRun {...run} />
          ) : isUnfinished ? (
            <span className={styles['note']}>{wrong}</span>
          ) : (
            <span className={styles['problem']} title={wrong}>
              <Icon of={CircleAlert} size={11} />
              <span className={styles['cut']}>{wrong}</span>
            </span>
          )}
        </div>
      </div>
      <Handle id="right" type="source" position={Position.Right} className={styles['handle']} />
      <Handle id="bottom" type="source" position={Position.Bottom} className={styles['handle']} />
      {run?.rows && <Share rows={run.rows} />}
      {step.note !== undefined && (
        <span className={classNames(styles['comment'], isTight && styles['short'])} title={step.note}>
          {step.note}
        </span>
      )}
    </div>
  )
})

/** The rows that left the step, as a part of those that came to it. */
function Share({ rows: { rowsIn, rowsOut } }: { readonly rows: RowsThrough }) {
  if (rowsIn === undefined || rowsOut === undefined) return null
  const percent = rowsIn === 0 ? 0 : Math.min(100, (rowsOut / rowsIn) * 100)
  return (
    <span className={styles['share']} aria-hidden>
      <span style={{ width: `${percent}%` }} />
    </span>
  )
}

/** Rows before and after the step, if they were counted; otherwise that it failed. */
function StepRun({ verdict, rows }: StepRunState) {
  const { t } = useLingui()
  const { compact, number } = useFormats()
  if (!rows)
    return (
      verdict && (
        <span className={styles['note']}>
          <RunState verdict={verdict} />
        </span>
      )
    )
  const [rowsIn, rowsOut] = [number(rows.rowsIn ?? 0), number(rows.rowsOut ?? 0)]
  const whole =
    rows.rowsOut === undefined
      ? t`Rows: ${rowsIn} came to the step.`
      : rows.rowsIn === undefined
        ? t`Rows: ${rowsOut} left the step.`
        : t`Rows: ${rowsIn} came to the step, ${rowsOut} left it.`
  const short = (value: number | undefined) => (value === undefined ? '…' : compact(value))
  return (
    <span className={classNames(styles['note'], styles['through'])}>
      {verdict && <StatusDot tone={verdict.tone} />}
      <span role="img" aria-label={whole} title={whole}>
        {short(rows.rowsIn)} → {short(rows.rowsOut)}
      </span>
    </span>
  )
}
