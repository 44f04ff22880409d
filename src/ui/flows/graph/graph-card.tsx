import { Trans } from '@lingui/react/macro'
import { Trash2 } from 'lucide'

import type { GraphCard } from '../../../core/flows/graph/flow-graph.ts'
import { classNames } from '../../kit/class-names.ts'
import { Icon } from '../../kit/icon/icon.tsx'
import { ConnectionCard } from './connection-card.tsx'
import { FlowCard } from './flow-card.tsx'
import styles from './graph-cards.module.css'
import { SharedPlaceCard } from './shared-place-card.tsx'

interface GraphCardViewProps {
  readonly card: GraphCard
  /** The names of the flows before it. */
  readonly after: readonly string[]
  /** No line shows what is before it. */
  readonly isListed?: boolean
}

/** One card of the graph, in the picture as in the list of a phone. */
export function GraphCardView({ card, after, isListed = false }: GraphCardViewProps) {
  if (card.kind === 'connection') return <ConnectionCard card={card} />
  if (card.kind === 'flow') return <FlowCard flow={card.flow} after={after} isListed={isListed} />
  if (card.kind === 'flows') return <SharedPlaceCard card={card} after={after} isListed={isListed} />
  return (
    <div className={classNames(styles['card'], styles['deleted'])}>
      <Icon of={Trash2} size={14} /> <Trans>A deleted flow</Trans>
    </div>
  )
}
