import { useStore } from '@xyflow/react'
import styles from './canvas-grid.module.css'

/** Pixels between two dots. */
const GAP = 22

/** Dots that move with the picture. */
export function CanvasGrid() {
  const [x, y, zoom] = useStore(({ transform }) => transform)
  const size = GAP * zoom
  return (
    <div
      aria-hidden
      className={styles['grid']}
      style={{ backgroundPosition: `${x}px ${y}px`, backgroundSize: `${size}px ${size}px` }}
    />
  )
}
