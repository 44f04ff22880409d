import { useLingui } from '@lingui/react/macro'
import { BaseEdge, EdgeLabelRenderer, type EdgeProps, getSmoothStepPath, Position } from '@xyflow/react'
import { Plus } from 'lucide'
import { memo } from 'react'

import { Icon } from '../../../kit/icon/icon.tsx'
import type { InsertEdge } from './canvas-nodes.ts'
import { useEditorActions } from './editor-actions.tsx'
import styles from './insert-edge.module.css'

/** A line to the next node, with a button to insert a step. */
const InsertEdgeView = memo(function InsertEdgeView({ data, ...edge }: EdgeProps<InsertEdge>) {
  const { t } = useLingui()
  const { add, mayAdd } = useEditorActions()
  const { bend, ...label } = bendOf(edge)
  const [path, middleX, middleY] = getSmoothStepPath({ ...edge, borderRadius: 10, offset: 14, ...bend })
  const { x = middleX, y = middleY } = label
  return (
    <>
      <BaseEdge path={path} />
      {mayAdd && (
        <EdgeLabelRenderer>
          <button
            type="button"
            // The keyboard uses the previous node (Tab adds) and the outline instead.
            tabIndex={-1}
            className={`${styles['add'] ?? ''} nodrag nopan`}
            style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
            aria-label={t`Add a step here`}
            data-tooltip={t`Add a step here`}
            onClick={() => add(data?.index ?? 0, data?.stream)}
          >
            <Icon of={Plus} size={13} />
          </button>
        </EdgeLabelRenderer>
      )}
    </>
  )
})

/** Pixels from a node to the bend of a line to another lane. */
const BEND = 24

type Ends = Pick<EdgeProps, 'sourceX' | 'sourceY' | 'targetX' | 'targetY' | 'sourcePosition'>

/** A line to another lane bends beside the node where the lanes part or meet, so that it goes behind no other node; the button is in its lane. */
function bendOf({ sourceX, sourceY, targetX, targetY, sourcePosition }: Ends): Bend {
  const isDown = sourcePosition === Position.Bottom
  const [from, to] = isDown ? [sourceY, targetY] : [sourceX, targetX]
  const [lane, nextLane] = isDown ? [sourceX, targetX] : [sourceY, targetY]
  if (Math.abs(lane - nextLane) <= 1 || to - from < 2 * BEND) return {}
  const parts = nextLane > lane
  const center = parts ? from + BEND : to - BEND
  const along = ((parts ? to : from) + center) / 2
  const own = parts ? nextLane : lane
  return isDown ? { bend: { centerY: center }, x: own, y: along } : { bend: { centerX: center }, x: along, y: own }
}

interface Bend {
  readonly bend?: { readonly centerX?: number; readonly centerY?: number }
  /** Where the button is. */
  readonly x?: number
  readonly y?: number
}

export const EDGE_TYPES = { insert: InsertEdgeView }
