import { useStore } from '@xyflow/react'
import { Suspense, useMemo } from 'react'

import type { Positions } from '../../../../core/flows/positions/positions.ts'
import { lazyNamed } from '../../../kit/lazy-named.ts'
import { boundsOf } from './canvas-bounds.ts'

const OverviewPicture = lazyNamed(() => import('./overview-picture.tsx'), 'OverviewPicture')

/** A small picture of the whole flow, while it is larger than the visible part. */
export function OverviewMap({ positions }: { readonly positions: Positions }) {
  const bounds = useMemo(() => boundsOf(positions), [positions])
  const exceedsView = useStore(
    ({ width, height, transform: [x, y, zoom] }) =>
      bounds.left * zoom + x < 0 ||
      bounds.top * zoom + y < 0 ||
      bounds.right * zoom + x > width ||
      bounds.bottom * zoom + y > height,
  )
  return (
    exceedsView && (
      <Suspense>
        <OverviewPicture positions={positions} bounds={bounds} />
      </Suspense>
    )
  )
}
