import { Trans } from '@lingui/react/macro'
import { ArrowRight } from 'lucide'

import type { Flow, FlowConnection } from '../../core/flows/flow.ts'
import { SandboxBadge } from '../catalog/sandbox-badge.tsx'
import { TypeMark } from '../catalog/type-mark.tsx'
import { Icon } from '../kit/icon/icon.tsx'
import styles from './flow-route.module.css'

/** Source and destination of a flow. */
export function FlowRoute({ flow: { sourceConnection, destinationConnection } }: { flow: Flow }) {
  return (
    <span className={styles['route']}>
      <End connection={sourceConnection} />
      <Icon of={ArrowRight} size={14} className={styles['arrow']} />
      <End connection={destinationConnection} />
    </span>
  )
}

function End({ connection }: { connection: FlowConnection | undefined }) {
  if (!connection) {
    return (
      <span className={styles['missing']}>
        <Trans>not chosen</Trans>
      </span>
    )
  }
  return (
    <span className={styles['end']}>
      <TypeMark type={connection.type ?? ''} size="sm" />
      <span className={styles['name']} title={connection.name}>
        {connection.name ?? connection.id}
      </span>
      {connection.isStandIn && <SandboxBadge type={connection.type ?? ''} isStandIn />}
    </span>
  )
}
