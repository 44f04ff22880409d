import { useLingui } from '@lingui/react/macro'
import { BaseEdge, EdgeLabelRenderer, type EdgeProps, getSmoothStepPath } from '@xyflow/react'
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
  const [path, x, y] = getSmoothStepPath({ ...edge, borderRadius: 10, offset: 14 })
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

export const EDGE_TYPES = { insert: InsertEdgeView }
