import { Trans } from '@lingui/react/macro'
import { ArrowRight } from 'lucide-react'

import type { Flow, FlowConnection } from '../../core/flows/flow.ts'
import { TypeMark } from '../catalog/type-mark.tsx'
import styles from './flow-route.module.css'

/** From where to where. */
export function FlowRoute({ flow: { sourceConnection, destinationConnection } }: { flow: Flow }) {
  return (
    <span className={styles['route']}>
      <End connection={sourceConnection} />
      <ArrowRight size={14} className={styles['arrow']} aria-hidden />
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
    </span>
  )
}
