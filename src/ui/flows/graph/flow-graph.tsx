import { Trans, useLingui } from '@lingui/react/macro'
import { ReactFlowProvider, useReactFlow } from '@xyflow/react'
import { Maximize, Minus, Plus, X } from 'lucide'
import { useMemo, useState } from 'react'
import type { Flow } from '../../../core/flows/flow.ts'
import { connectionGraph } from '../../../core/flows/graph/connection-graph.ts'
import { flowChain } from '../../../core/flows/graph/flow-chain.ts'
import type { FlowBundle, FlowGraph as Graph } from '../../../core/flows/graph/flow-graph.ts'
import { orderGraph } from '../../../core/flows/graph/order-graph.ts'
import { useWidth } from '../../charts/use-width.ts'
import { Button } from '../../kit/button/button.tsx'
import { IconButton } from '../../kit/icon-button/icon-button.tsx'
import { useListUrl } from '../../routing/use-list-url.ts'
import styles from './flow-graph.module.css'
import { GraphCanvas } from './graph-canvas.tsx'
import { drawGraph } from './graph-drawing.ts'
import { GraphFoldsContext } from './graph-folds.ts'
import { GraphLegend } from './graph-legend.tsx'
import { GraphList } from './graph-list.tsx'

/** So few flows are shown by their names from the start. */
const UNFOLDED_UP_TO = 12
/** A narrower window shows the same cards as a list. */
const LISTED_BELOW = 460

interface FlowGraphProps {
  readonly flows: readonly Flow[]
  /** All flows of the organization. */
  readonly all: readonly Flow[]
  /** Between which connections they move rows; otherwise which starts after which. */
  readonly hasConnections: boolean
}

/** The flows between their connections, or in their order: as a picture, on a phone as a list. */
export function FlowGraph({ flows, all, hasConnections }: FlowGraphProps) {
  const { t } = useLingui()
  const { filters } = useListUrl()
  const [frame, width] = useWidth()
  const only = hasConnections ? undefined : filters.flow
  const shown = useMemo(() => (only === undefined ? flows : flowChain(flows, only)), [flows, only])
  const graph = useMemo(
    () => (hasConnections ? connectionGraph(shown) : orderGraph(shown, all)),
    [shown, all, hasConnections],
  )
  const { folds, pinned } = useFolds(graph, shown.length <= UNFOLDED_UP_TO)
  const { isOpen } = folds
  const isListed = width < LISTED_BELOW
  const drawing = useMemo(() => drawGraph(graph, isOpen, width), [graph, isOpen, width])
  return (
    <GraphFoldsContext value={folds}>
      <ReactFlowProvider>
        <div ref={frame}>
          <div className={styles['bar']}>
            {only !== undefined && <OnlyOne name={all.find(({ id }) => id === only)?.name ?? t`A deleted flow`} />}
            {!isListed && <GraphLegend lines={graph.lines} />}
            {!isListed && <GraphZoom />}
          </div>
          <section className={isListed ? undefined : styles['graph']} aria-label={t`Graph of flows`}>
            {isListed ? (
              <GraphList graph={graph} />
            ) : (
              // Another picture begins at its upper left corner.
              <GraphCanvas
                key={`${hasConnections} ${only} ${shown.length} ${width}`}
                drawing={drawing}
                width={width}
                pinned={pinned}
              />
            )}
          </section>
        </div>
      </ReactFlowProvider>
      {!hasConnections && graph.lines.length === 0 && (
        <p className={styles['hint']}>
          <Trans>No flow starts after another. A flow’s schedule can say so.</Trans>
        </p>
      )}
    </GraphFoldsContext>
  )
}

/** Which bundles are unfolded, and which card was changed last. */
function useFolds({ cards }: Graph, isUnfolded: boolean) {
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set())
  const [last, setLast] = useState<string>()
  const folds = useMemo(
    () => ({
      isOpen: ({ id }: FlowBundle) => turned.has(id) !== isUnfolded,
      toggle: ({ id }: FlowBundle) => {
        setLast(id)
        setTurned((before) => new Set(before.has(id) ? [...before].filter((other) => other !== id) : [...before, id]))
      },
    }),
    [turned, isUnfolded],
  )
  const pinned = cards.find(
    (card) => card.id === last || (card.kind === 'connection' && card.bundles.some(({ id }) => id === last)),
  )
  return { folds, pinned: pinned?.id }
}

/** What the picture is narrowed to, and the way back. */
function OnlyOne({ name }: { readonly name: string }) {
  const { filter } = useListUrl()
  return (
    <span className={styles['only']}>
      <Trans>Only {name} and flows before and after</Trans>
      <Button size="sm" icon={X} onClick={() => filter({ flow: undefined })}>
        <Trans>Show all flows</Trans>
      </Button>
    </span>
  )
}

/** Buttons for the actions of wheel and pinch; outside of the picture, so that they cover no card. */
function GraphZoom() {
  const { t } = useLingui()
  const { fitView, zoomIn, zoomOut } = useReactFlow()
  return (
    <fieldset aria-label={t`Zoom`} className={styles['zoom']}>
      <IconButton size="sm" icon={Plus} label={t`Zoom in`} onClick={() => void zoomIn()} />
      <IconButton size="sm" icon={Minus} label={t`Zoom out`} onClick={() => void zoomOut()} />
      <IconButton
        size="sm"
        icon={Maximize}
        label={t`Show everything`}
        onClick={() => void fitView({ padding: 0.04, maxZoom: 1, minZoom: 0.1 })}
      />
    </fieldset>
  )
}
