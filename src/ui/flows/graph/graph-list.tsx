import { useMemo } from 'react'

import { cardsInOrder } from '../../../core/flows/graph/cards-in-order.ts'
import type { FlowGraph } from '../../../core/flows/graph/flow-graph.ts'
import styles from './flow-graph.module.css'
import { GraphCardView } from './graph-card.tsx'
import { namesBefore } from './graph-drawing.ts'

/** The graph without a picture: what begins something is above what comes after it. */
export function GraphList({ graph }: { readonly graph: FlowGraph }) {
  const before = useMemo(() => namesBefore(graph), [graph])
  // A connection that is only written to is in the rows of those that write to it.
  const cards = cardsInOrder(graph).filter((card) => card.kind !== 'connection' || card.bundles.length > 0)
  return (
    <ul className={styles['list']}>
      {cards.map((card) => (
        <li key={card.id}>
          <GraphCardView card={card} after={before.get(card.id) ?? []} isListed />
        </li>
      ))}
    </ul>
  )
}
