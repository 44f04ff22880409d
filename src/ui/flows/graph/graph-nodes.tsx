import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Handle, type NodeProps, Position } from '@xyflow/react'
import { Clock, Trash2 } from 'lucide'
import { memo } from 'react'

import type { Flow, FlowConnection } from '../../../core/flows/flow.ts'
import { verdictOfRun } from '../../../core/runs/verdict-of-run.ts'
import { TypeMark } from '../../catalog/type-mark.tsx'
import { classNames } from '../../kit/class-names.ts'
import { Icon } from '../../kit/icon/icon.tsx'
import { StatusDot } from '../../kit/status-dot/status-dot.tsx'
import { isRunning } from '../../queries/use-flows.ts'
import { NextRun } from '../../schedules/next-run.tsx'
import { LastRun } from '../runs/last-run.tsx'
import type { DrawnNode } from './graph-drawing.ts'
import styles from './graph-nodes.module.css'

const GraphNodeView = memo(function GraphNodeView({ data: { node, after } }: NodeProps<DrawnNode>) {
  return (
    <>
      <Handle type="target" position={Position.Left} isConnectable={false} className={styles['handle']} />
      {node.kind === 'flow' && <FlowNode flow={node.flow} after={after} />}
      {node.kind === 'connection' && <ConnectionNode connection={node.connection} />}
      {node.kind === 'deleted' && (
        <div className={classNames(styles['node'], styles['deleted'])}>
          <span className={styles['name']}>
            <Icon of={Trash2} size={14} /> <Trans>A deleted flow</Trans>
          </span>
        </div>
      )}
      <Handle type="source" position={Position.Right} isConnectable={false} className={styles['handle']} />
    </>
  )
})

function FlowNode({ flow, after }: { flow: Flow; after: readonly string[] }) {
  const { t } = useLingui()
  const { id, name, enabled, config, lastRun } = flow
  const before = after.join(', ')
  return (
    <Link
      to="/flows/$id"
      params={{ id }}
      className={classNames(styles['node'], styles['flow'], !enabled && styles['off'])}
      aria-label={before === '' ? name : t`${name}, after ${before}`}
      draggable={false}
    >
      <span className={styles['head']}>
        <StatusDot tone={lastRun ? verdictOfRun(lastRun).tone : 'neutral'} isLive={isRunning(flow)} />
        <span className={styles['name']} title={name}>
          {name}
        </span>
      </span>
      <span className={styles['run']}>
        <LastRun flow={flow} hasDot={false} />
      </span>
      {(config.schedule || !enabled) && (
        <span className={styles['next']}>
          <Icon of={Clock} size={12} />
          <NextRun flow={{ ...flow, config: withoutAfter(flow) }} />
        </span>
      )}
    </Link>
  )
}

/** The edges show after which flows it starts. */
const withoutAfter = ({ config: { after: _, ...config } }: Flow) => config

const ConnectionNode = ({ connection: { id, name = id, type = '' } }: { connection: FlowConnection }) => (
  <div className={classNames(styles['node'], styles['connection'])}>
    <TypeMark type={type} />
    <span className={styles['name']} title={name}>
      {name}
    </span>
  </div>
)

/** Outside of every component, because a new object would remount all nodes. */
export const NODE_TYPES = { node: GraphNodeView }
