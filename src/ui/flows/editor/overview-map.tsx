import { useStore } from '@xyflow/react'
import { Suspense, useMemo } from 'react'

import type { Position, Positions } from '../../../core/flows/positions.ts'
import { lazyNamed } from '../../app/lazy-named.ts'
import { NODE_SIZE } from './canvas-nodes.ts'

const SmallPicture = lazyNamed(() => import('./small-picture.tsx'), 'SmallPicture')

/** A small picture of the whole flow, while it is larger than what is seen. */
export function OverviewMap({ positions, className }: { positions: Positions; className: string }) {
  const { left, top, right, bottom } = useMemo(() => boundsOf(positions), [positions])
  const exceedsView = useStore(
    ({ width, height, transform: [x, y, zoom] }) =>
      left * zoom + x < 0 || top * zoom + y < 0 || right * zoom + x > width || bottom * zoom + y > height,
  )
  return (
    exceedsView && (
      <Suspense>
        <SmallPicture className={className} />
      </Suspense>
    )
  )
}

function boundsOf({ source, destination, transformations }: Positions) {
  const places: readonly Position[] = [source, destination, ...Object.values(transformations)]
  let [left, top] = [source.x, source.y]
  let [right, bottom] = [source.x, source.y]
  for (const { x, y } of places) {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x)
    bottom = Math.max(bottom, y)
  }
  return { left, top, right: right + NODE_SIZE.width, bottom: bottom + NODE_SIZE.height }
}
