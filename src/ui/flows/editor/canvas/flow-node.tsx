import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Handle, type Node, type NodeProps, Position } from '@xyflow/react'
import { CircleAlert } from 'lucide'
import { memo, Suspense } from 'react'

import type { WriteMode } from '../../../../core/catalog/connections/connection-types.ts'
import type { FlowConnection } from '../../../../core/flows/flow.ts'
import { SandboxBadge } from '../../../catalog/sandbox-badge.tsx'
import { TypeMark } from '../../../catalog/type-mark.tsx'
import { useModeNames } from '../../../catalog/use-mode-names.ts'
import { classNames } from '../../../kit/class-names.ts'
import { Icon } from '../../../kit/icon/icon.tsx'
import { lazyNamed } from '../../../kit/lazy-named.ts'
import { type EndProblem, endProblemText } from '../steps/end-problem.ts'
import styles from './flow-node.module.css'
import type { NodeRunState } from './node-run.tsx'
import { StepNodeView } from './step-node.tsx'

const NodeRun = lazyNamed(() => import('./node-run.tsx'), 'NodeRun')

export type EndNode = Node<
  {
    readonly end: 'source' | 'destination'
    readonly connection: FlowConnection | undefined
    readonly moves: Moves
    readonly problem: EndProblem | undefined
    readonly run: NodeRunState | undefined
  },
  'end'
>

/** What the flow moves, in the form for its source and destination. */
interface Moves {
  /** Absent: everything. */
  readonly tables: number
  readonly mode: WriteMode | undefined
}

/** The source or destination of a flow, with the current state of its run. */
const EndNodeView = memo(function EndNodeView({
  data: { end, connection, moves, problem, run },
  selected,
}: NodeProps<EndNode>) {
  const isSource = end === 'source'
  const { i18n } = useLingui()
  const modeNames = useModeNames()
  const wrong = problem && endProblemText(i18n, problem)
  const sides = isSource ? [Position.Right, Position.Bottom] : [Position.Left, Position.Top]
  return (
    <div
      className={classNames(
        styles['node'],
        styles['end'],
        !connection ? styles['incomplete'] : problem && styles['invalid'],
        selected && styles['selected'],
      )}
    >
      <div className={styles['head']}>
        <TypeMark type={connection?.type ?? ''} />
        <div className={styles['words']}>
          <span className={styles['role']}>{isSource ? <Trans>Source</Trans> : <Trans>Destination</Trans>}</span>
          <span className={styles['name']}>
            {connection ? (connection.name ?? connection.id) : <Trans>Choose…</Trans>}
          </span>
          {wrong === undefined && connection && (
            <span className={styles['note']}>
              {moves.tables === 0 ? (
                <Trans>All tables</Trans>
              ) : (
                <Plural value={moves.tables} one="# table" other="# tables" />
              )}
              {!isSource && moves.mode && ` · ${modeNames[moves.mode].short}`}
            </span>
          )}
          {wrong !== undefined && (
            <span className={styles['problem']} title={wrong}>
              <Icon of={CircleAlert} size={11} />
              <span className={styles['cut']}>{wrong}</span>
            </span>
          )}
        </div>
      </div>
      <span className={styles['mark']}>
        <SandboxBadge type={connection?.type ?? ''} isStandIn={connection?.isStandIn} />
      </span>
      <Suspense>{run && <NodeRun {...run} />}</Suspense>
      {sides.map((side) => (
        <Handle
          key={side}
          id={side}
          type={isSource ? 'source' : 'target'}
          position={side}
          className={classNames(styles['handle'], styles[side])}
        />
      ))}
    </div>
  )
})

/** Outside of every component, because a new object would remount all nodes. */
export const NODE_TYPES = { end: EndNodeView, step: StepNodeView }
