import { useLingui } from '@lingui/react/macro'
import { useReactFlow } from '@xyflow/react'
import { Maximize, Minus, Plus } from 'lucide'

import { IconButton } from '../../kit/icon-button/icon-button.tsx'
import styles from './flow-graph.module.css'

/** Buttons for the actions of wheel and pinch; outside of the picture, so that they cover no card. */
export function GraphZoom() {
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
