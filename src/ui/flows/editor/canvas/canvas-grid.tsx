import { useStore } from '@xyflow/react'
import styles from './canvas-grid.module.css'

/** Distance of two dots in pixels. */
const GAP = 22

/** Dots that move with the picture, as a separate layer, because redrawing them for each frame costs more than all nodes. */
export function CanvasGrid() {
  const [x, y, zoom] = useStore(({ transform }) => transform)
  const size = GAP * zoom
  return (
    <div
      aria-hidden
      className={styles['grid']}
      style={{
        inset: -size,
        backgroundSize: `${size}px ${size}px`,
        transform: `translate(${x % size}px, ${y % size}px)`,
      }}
    />
  )
}
