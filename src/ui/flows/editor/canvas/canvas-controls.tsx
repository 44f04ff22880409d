import { useLingui } from '@lingui/react/macro'
import { useReactFlow } from '@xyflow/react'
import { Maximize, Minus, Plus, WandSparkles } from 'lucide'

import { IconButton } from '../../../kit/icon-button/icon-button.tsx'
import styles from './canvas-controls.module.css'

interface CanvasControlsProps {
  onTidy(): void
}

/** Buttons for the actions of wheel, pinch and keys. */
export function CanvasControls({ onTidy }: CanvasControlsProps) {
  const { t } = useLingui()
  const { fitView, zoomIn, zoomOut } = useReactFlow()
  const showAll = () => void fitView({ padding: 0.2, maxZoom: 1 })
  return (
    <fieldset aria-label={t`Zoom`} className={styles['controls']}>
      <IconButton size="sm" icon={Plus} label={t`Zoom in`} onClick={() => void zoomIn()} />
      <IconButton size="sm" icon={Minus} label={t`Zoom out`} onClick={() => void zoomOut()} />
      <IconButton size="sm" icon={Maximize} label={t`Show everything`} onClick={showAll} />
      <IconButton size="sm" icon={WandSparkles} label={t`Tidy up`} onClick={onTidy} />
    </fieldset>
  )
}
