import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type FlowState, flowLines } from '../../../core/flows/lines/flow-lines.ts'
import { type DifferingLine, lineDifference } from '../../../core/flows/lines/line-difference.ts'
import { classNames } from '../../kit/class-names.ts'
import { useConnections } from '../../queries/use-connections.ts'
import { useLoadedFlows } from '../../queries/use-flows.ts'
import styles from './changed-lines.module.css'

interface ChangedLinesProps {
  readonly before: FlowState
  readonly after: FlowState
}

/** Two states of a flow as text, with the lines that went in red and those that came in green. */
export function ChangedLines({ before, after }: ChangedLinesProps) {
  const { t } = useLingui()
  const { data: connections = [] } = useConnections()
  const flows = useLoadedFlows()
  const nameIn = (all: readonly { readonly id: string; readonly name: string }[]) => (id: string) =>
    all.find((one) => one.id === id)?.name ?? id
  const names = { connection: nameIn(connections), flow: nameIn(flows) }
  const lines = lineDifference(flowLines(before, names), flowLines(after, names))
  if (lines.length === 0)
    return (
      <p className={styles['soft']}>
        <Trans>No line differs.</Trans>
      </p>
    )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, also by keyboard
    <section className={styles['lines']} aria-label={t`Changed lines`} tabIndex={0}>
      {lines.map((line, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a list that never changes
        <Line key={place} line={line} />
      ))}
    </section>
  )
}

function Line({ line }: { readonly line: DifferingLine }) {
  switch (line.kind) {
    case 'skipped':
      return (
        <div className={styles['skipped']}>
          <Plural value={line.count} one="# more line" other="# more lines" />
        </div>
      )
    case 'added':
      return <ins className={classNames(styles['line'], styles['added'])}>{line.text}</ins>
    case 'removed':
      return <del className={classNames(styles['line'], styles['removed'])}>{line.text}</del>
    case 'same':
      return <div className={styles['line']}>{line.text}</div>
  }
}
