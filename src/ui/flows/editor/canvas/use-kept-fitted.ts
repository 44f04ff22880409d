import { useReactFlow, useStore } from '@xyflow/react'
import { type RefObject, useCallback, useEffect, useRef } from 'react'

import type { Position } from '../../../../core/flows/positions/positions.ts'
import type { Bounds } from './canvas-bounds.ts'
import { NODE_SIZE } from './canvas-nodes.ts'

/** Smaller text could not be read. */
const SMALLEST_ZOOM = 0.85

/** Pixels around the flow; more at the left, where the buttons are. */
const ROOM = { left: 72, right: 32, top: 56, bottom: 56 }

/** In a low picture the kinds of steps stand in three columns. */
const LOW = { height: 400, left: 112 }

/** A window of at most this width has them all above the picture. */
const PHONE = 640

interface Fitted {
  readonly bounds: Bounds
  /** The selected node, which stays visible where the whole flow does not fit. */
  readonly near: Position | undefined
}

interface KeptFitted {
  /** The user has moved the picture. */
  readonly isPlaced: RefObject<boolean>
  refit(): void
}

/** Keeps the flow visible when it or the window changes, until the user moves the picture: all of it, if it can be read then. */
export function useKeptFitted({ bounds, near }: Fitted): KeptFitted {
  const isPlaced = useRef(false)
  const { setViewport } = useReactFlow()
  const width = useStore((store) => store.width)
  const height = useStore((store) => store.height)
  const latest = useRef(near)
  useEffect(() => {
    latest.current = near
  })
  const refit = useCallback(() => {
    if (width > 0 && height > 0)
      void setViewport(viewportOf(bounds, { width, height, isPhone: window.innerWidth <= PHONE }, latest.current))
  }, [bounds, width, height, setViewport])
  useEffect(() => {
    if (!isPlaced.current) refit()
  }, [refit])
  return { isPlaced, refit }
}

interface Size {
  readonly width: number
  readonly height: number
  readonly isPhone: boolean
}

function roomIn(height: number, isPhone: boolean): typeof ROOM {
  if (isPhone) return { ...ROOM, left: 16, bottom: 16 }
  return height < LOW.height ? { ...ROOM, left: LOW.left } : ROOM
}

/** The whole flow in the middle, otherwise its beginning, or what is around the selected node. */
export function viewportOf(
  { left, top, right, bottom }: Bounds,
  { width, height, isPhone }: Size,
  near: Position | undefined,
) {
  const room = roomIn(height, isPhone)
  const area = { width: width - room.left - room.right, height: height - room.top - room.bottom }
  const fitting = Math.min(area.width / (right - left), area.height / (bottom - top))
  const zoom = Math.min(1, Math.max(SMALLEST_ZOOM, fitting))
  const along = (from: number, to: number, start: number, free: number, wanted: number | undefined) => {
    const length = (to - from) * zoom
    const first = start - from * zoom
    if (length <= free) return first + (free - length) / 2
    if (wanted === undefined) return first
    return Math.max(first + free - length, Math.min(first, start + free / 2 - wanted * zoom))
  }
  return {
    x: along(left, right, room.left, area.width, near && near.x + NODE_SIZE.width / 2),
    y: along(top, bottom, room.top, area.height, near && near.y + NODE_SIZE.height / 2),
    zoom,
  }
}
