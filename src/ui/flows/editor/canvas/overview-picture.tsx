import { useLingui } from '@lingui/react/macro'
import { useReactFlow, useStore } from '@xyflow/react'
import { type PointerEvent, useEffect, useMemo, useRef } from 'react'

import type { Position, Positions } from '../../../../core/flows/positions/positions.ts'
import { type Bounds, placesOf } from './canvas-bounds.ts'
import { NODE_SIZE } from './canvas-nodes.ts'
import styles from './overview-picture.module.css'

/** In pixels, as in the style sheet. */
const SIZE = { width: 200, height: 132 }

interface OverviewPictureProps {
  readonly positions: Positions
  readonly bounds: Bounds
}

/** Press or drag to move there, wheel to zoom. */
export function OverviewPicture({ positions, bounds }: OverviewPictureProps) {
  const { t } = useLingui()
  const { getZoom, setCenter, zoomTo } = useReactFlow()
  const picture = useRef<SVGSVGElement>(null)
  const frame = useMemo(() => frameOf(bounds), [bounds])
  const nodes = useMemo(() => placesOf(positions).map(outlineOf).join(''), [positions])

  const look = ({ currentTarget, clientX, clientY }: PointerEvent) => {
    const box = currentTarget.getBoundingClientRect()
    const x = frame.x + ((clientX - box.left) / box.width) * frame.width
    const y = frame.y + ((clientY - box.top) / box.height) * frame.height
    void setCenter(x, y, { zoom: getZoom() })
  }
  useEffect(() => {
    const zoom = (event: WheelEvent) => {
      event.preventDefault()
      void zoomTo(getZoom() * 2 ** (-event.deltaY / 500))
    }
    const svg = picture.current
    // React adds passive wheel listeners, which cannot prevent the page from scrolling.
    svg?.addEventListener('wheel', zoom, { passive: false })
    return () => svg?.removeEventListener('wheel', zoom)
  }, [getZoom, zoomTo])

  return (
    <svg
      ref={picture}
      role="img"
      aria-label={t`Overview of the whole flow`}
      className={styles['map']}
      viewBox={`${frame.x} ${frame.y} ${frame.width} ${frame.height}`}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        look(event)
      }}
      onPointerMove={(event) => event.buttons > 0 && look(event)}
    >
      <path d={nodes} className={styles['nodes']} />
      <View />
    </svg>
  )
}

/** The visible part. */
function View() {
  const [x, y, zoom] = useStore(({ transform }) => transform)
  const width = useStore((store) => store.width / zoom)
  const height = useStore((store) => store.height / zoom)
  return <rect x={-x / zoom} y={-y / zoom} width={width} height={height} className={styles['view']} />
}

/** One path for all, because a thousand elements would cost a frame. */
const outlineOf = ({ x, y }: Position): string =>
  `M${x} ${y}h${NODE_SIZE.width}v${NODE_SIZE.height}h${-NODE_SIZE.width}z`

/** The area around the flow, with the aspect ratio of the picture, so that points can be mapped directly. */
function frameOf({ left, top, right, bottom }: Bounds) {
  const scale = 1.1 * Math.max((right - left) / SIZE.width, (bottom - top) / SIZE.height)
  const [width, height] = [SIZE.width * scale, SIZE.height * scale]
  return { x: (left + right - width) / 2, y: (top + bottom - height) / 2, width, height }
}
