import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide'

import type { Flow, FlowConnection } from '../../core/flows/flow.ts'
import { SandboxBadge } from '../catalog/sandbox-badge.tsx'
import { TypeMark } from '../catalog/type-mark.tsx'
import { Icon } from '../kit/icon/icon.tsx'
import styles from './flow-route.module.css'

interface FlowRouteProps {
  readonly flow: Flow
  /** The names lead to the pages of both. */
  readonly hasLinks?: boolean
}

/** Source and destination of a flow. */
export function FlowRoute({ flow: { sourceConnection, destinationConnection }, hasLinks = false }: FlowRouteProps) {
  return (
    <span className={styles['route']}>
      <End connection={sourceConnection} {...(hasLinks && { to: '/sources/$id' as const })} />
      <Icon of={ArrowRight} size={14} className={styles['arrow']} />
      <End connection={destinationConnection} {...(hasLinks && { to: '/destinations/$id' as const })} />
    </span>
  )
}

interface EndProps {
  readonly connection: FlowConnection | undefined
  readonly to?: '/sources/$id' | '/destinations/$id'
}

function End({ connection, to }: EndProps) {
  if (!connection) {
    return (
      <span className={styles['missing']}>
        <Trans>not chosen</Trans>
      </span>
    )
  }
  return (
    <span className={styles['end']}>
      <span className={styles['mark']}>
        <TypeMark type={connection.type ?? ''} size="sm" />
      </span>
      <span className={styles['name']} title={connection.name}>
        {to ? (
          <Link to={to} params={{ id: connection.id }} className={styles['link']}>
            {connection.name ?? connection.id}
          </Link>
        ) : (
          (connection.name ?? connection.id)
        )}
      </span>
      {connection.isStandIn && (
        <span className={styles['badge']}>
          <SandboxBadge type={connection.type ?? ''} isStandIn />
        </span>
      )}
    </span>
  )
}
