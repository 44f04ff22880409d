import type { KeyboardEvent, PointerEvent } from 'react'

import { classNames } from '../class-names.ts'
import styles from './resize-handle.module.css'

interface ResizeHandleProps {
  readonly label: string
  /** The edge of the pane with the handle; dragging away from the pane makes it larger. */
  readonly edge: 'left' | 'top'
  /** All in pixels. */
  readonly size: number
  readonly min: number
  readonly max: number
  readonly className?: string | undefined
  onResize(size: number): void
}

const STEP = 16
const LARGE_STEP = 96

/** Resizes a pane, with the pointer or keys (WAI-ARIA, window splitter). */
export function ResizeHandle({ label, edge, size, min, max, className, onResize }: ResizeHandleProps) {
  const [grow, shrink] = edge === 'left' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown']
  const resizeTo = (wanted: number) => onResize(Math.round(Math.max(min, Math.min(max, wanted))))
  const byKey = (event: KeyboardEvent) => {
    const step = event.shiftKey ? LARGE_STEP : STEP
    const wanted: Readonly<Record<string, number>> = {
      [grow]: size + step,
      [shrink]: size - step,
      Home: min,
      End: max,
    }
    const next = wanted[event.key]
    if (next === undefined) return
    event.preventDefault()
    event.stopPropagation()
    resizeTo(next)
  }
  const byPointer = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    event.preventDefault()
    const handle = event.currentTarget
    const placeOf = ({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }) =>
      edge === 'left' ? clientX : clientY
    const began = placeOf(event)
    handle.setPointerCapture(event.pointerId)
    const move = (moved: globalThis.PointerEvent) => resizeTo(size + began - placeOf(moved))
    handle.addEventListener('pointermove', move)
    handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', move), { once: true })
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: an hr cannot be moved; a separator with a value can.
    <div
      role="separator"
      tabIndex={0}
      className={classNames(styles['handle'], styles[edge], className)}
      aria-label={label}
      aria-orientation={edge === 'left' ? 'vertical' : 'horizontal'}
      aria-valuenow={size}
      aria-valuemin={min}
      aria-valuemax={max}
      onKeyDown={byKey}
      onPointerDown={byPointer}
    />
  )
}
