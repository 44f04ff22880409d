import { MiniMap } from '@xyflow/react'

/** A chunk of its own: most flows fit into the view. */
export const SmallPicture = ({ className }: { className: string }) => (
  <MiniMap className={className} pannable zoomable />
)
