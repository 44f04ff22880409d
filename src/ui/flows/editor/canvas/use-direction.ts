import { useSyncExternalStore } from 'react'

import type { Direction } from '../../../../core/flows/positions/lay-out-flow.ts'

/** In pixels; a row of nodes needs more than a narrower window has. */
const NARROW = 900

/** The direction in which flows are laid out: down on a narrow window. */
export const useDirection = (): Direction =>
  useSyncExternalStore(whenResized, () => (window.innerWidth < NARROW ? 'down' : 'right'))

function whenResized(look: () => void): () => void {
  window.addEventListener('resize', look)
  return () => window.removeEventListener('resize', look)
}
