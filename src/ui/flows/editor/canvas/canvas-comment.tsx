import { useLingui } from '@lingui/react/macro'
import { useReactFlow } from '@xyflow/react'
import { GripHorizontal, X } from 'lucide'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'

import type { CanvasComment as Comment } from '../../../../core/flows/flow.ts'
import type { Position } from '../../../../core/flows/positions/positions.ts'
import { Icon } from '../../../kit/icon/icon.tsx'
import { IconButton } from '../../../kit/icon-button/icon-button.tsx'
import styles from './canvas-comments.module.css'

const LONGEST = 2_000

/** Pixels that an arrow key moves it. */
const NUDGE = 10

const ARROWS: Readonly<Record<string, Position>> = {
  ArrowLeft: { x: -NUDGE, y: 0 },
  ArrowRight: { x: NUDGE, y: 0 },
  ArrowUp: { x: 0, y: -NUDGE },
  ArrowDown: { x: 0, y: NUDGE },
}

interface CanvasCommentProps {
  readonly comment: Comment
  readonly isReadOnly: boolean
  /** It was just added: its text takes the focus. */
  readonly isFresh: boolean
  onChange(comment: Comment): void
  onRemove(): void
}

/** One text on the picture: written in its place, moved by its handle, by the pointer or the arrow keys. */
export function CanvasComment({ comment, isReadOnly, isFresh, onChange, onRemove }: CanvasCommentProps) {
  const { t } = useLingui()
  const text = useRef<HTMLTextAreaElement>(null)
  const { place, handle } = useMoving(comment, ({ x, y }) => onChange({ ...comment, x, y }))
  useEffect(() => {
    if (isFresh) text.current?.focus({ preventScroll: true })
  }, [isFresh])
  return (
    <section
      className={`${styles['comment'] ?? ''} nopan nodrag nowheel`}
      style={{ transform: `translate(${place.x}px, ${place.y}px)` }}
      aria-label={t`Comment`}
    >
      {!isReadOnly && (
        <div className={styles['bar']}>
          <button type="button" className={styles['handle']} aria-label={t`Move the comment`} {...handle}>
            <Icon of={GripHorizontal} size={13} />
          </button>
          <IconButton size="sm" icon={X} label={t`Delete the comment`} onClick={onRemove} />
        </div>
      )}
      <textarea
        ref={text}
        className={styles['text']}
        aria-label={t`Text of the comment`}
        value={comment.text}
        readOnly={isReadOnly}
        maxLength={LONGEST}
        rows={2}
        onChange={(event) => onChange({ ...comment, text: event.target.value })}
      />
    </section>
  )
}

/** Where it is shown while it is moved, and what its handle does; the new place is reported at the end. */
function useMoving({ x, y }: Position, onMoved: (place: Position) => void) {
  const { getZoom } = useReactFlow()
  const [start, setStart] = useState<Position>()
  const [by, setBy] = useState<Position>({ x: 0, y: 0 })
  const place = { x: x + by.x, y: y + by.y }
  const stop = () => {
    setStart(undefined)
    setBy({ x: 0, y: 0 })
    if (by.x !== 0 || by.y !== 0) onMoved(place)
  }
  const handle = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      setStart({ x: event.clientX, y: event.clientY })
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!start) return
      const zoom = getZoom()
      setBy({ x: Math.round((event.clientX - start.x) / zoom), y: Math.round((event.clientY - start.y) / zoom) })
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const step = ARROWS[event.key]
      if (!step) return
      event.preventDefault()
      onMoved({ x: x + step.x, y: y + step.y })
    },
  }
  return { place, handle }
}
