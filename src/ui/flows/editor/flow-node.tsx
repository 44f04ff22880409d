import { Trans } from '@lingui/react/macro'
import { Handle, type Node, type NodeProps, Position } from '@xyflow/react'
import { memo } from 'react'

import type { FlowConnection, Transformation } from '../../../core/flows/flow.ts'
import { TypeMark } from '../../catalog/type-mark.tsx'
import { classNames } from '../../kit/class-names.ts'
import styles from './flow-node.module.css'
import { NodeRun, type NodeRunState } from './node-run.tsx'

export type EndNode = Node<
  {
    readonly end: 'source' | 'destination'
    readonly connection: FlowConnection | undefined
    readonly run: NodeRunState | undefined
  },
  'end'
>

export type TransformationNode = Node<{ readonly transformation: Transformation }, 'transformation'>

/** Where a flow begins or ends, and what its run does there now. */
const EndNodeView = memo(function EndNodeView({ data: { end, connection, run }, selected }: NodeProps<EndNode>) {
  const isSource = end === 'source'
  return (
    <div className={classNames(styles['node'], selected && styles['selected'], !connection && styles['incomplete'])}>
      <div className={styles['head']}>
        <TypeMark type={connection?.type ?? ''} />
        <div className={styles['words']}>
          <span className={styles['role']}>{isSource ? <Trans>Source</Trans> : <Trans>Destination</Trans>}</span>
          <span className={styles['name']}>
            {connection ? (connection.name ?? connection.id) : <Trans>Choose…</Trans>}
          </span>
        </div>
      </div>
      {run && <NodeRun {...run} />}
      <Handle
        type={isSource ? 'source' : 'target'}
        position={isSource ? Position.Right : Position.Left}
        isConnectable={false}
        className={styles['handle']}
      />
    </div>
  )
})

/** A step between the ends. */
const TransformationNodeView = memo(function TransformationNodeView({ data, selected }: NodeProps<TransformationNode>) {
  return (
    <div className={classNames(styles['node'], styles['small'], selected && styles['selected'])}>
      <Handle type="target" position={Position.Left} isConnectable={false} className={styles['handle']} />
      <span className={styles['name']}>{data.transformation.type}</span>
      <Handle type="source" position={Position.Right} isConnectable={false} className={styles['handle']} />
    </div>
  )
})

/** Outside of every component: a new object would remount all nodes. */
export const NODE_TYPES = { end: EndNodeView, transformation: TransformationNodeView }
