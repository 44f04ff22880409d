import type { FlowBundle, GraphCard } from '../../../core/flows/graph/flow-graph.ts'

/** In pixels, as in the style sheet: the layout is made before anything is drawn. */
const HEAD = 44
const FLOW_CARD = 56
const BUNDLE = 32
const FLOW = 28
const PADDING = 6
/** More flows of an open bundle scroll inside it. */
const MOST_FLOWS = 10

export const CARD_WIDTH = 272

/** Which bundles show their flows. */
export type IsOpen = (bundle: FlowBundle) => boolean

const flowsHeight = (bundle: FlowBundle, isOpen: IsOpen) =>
  isOpen(bundle) ? Math.min(bundle.flows.length, MOST_FLOWS) * FLOW + PADDING : 0

export function cardHeight(card: GraphCard, isOpen: IsOpen): number {
  if (card.kind === 'deleted') return HEAD
  if (card.kind === 'flow') return FLOW_CARD
  if (card.kind === 'flows') return FLOW_CARD + flowsHeight(card.bundle, isOpen)
  const bundles = card.bundles.reduce((sum, bundle) => sum + BUNDLE + flowsHeight(bundle, isOpen), 0)
  return HEAD + bundles + (bundles > 0 ? PADDING : 0)
}

/** Where a line of a bundle begins, and where every line ends: below the upper edge of the card. */
export function lineHeight(card: GraphCard, bundleId: string | undefined, isOpen: IsOpen): number {
  if (card.kind !== 'connection') return (card.kind === 'deleted' ? HEAD : FLOW_CARD) / 2
  if (bundleId === undefined) return HEAD / 2
  const at = card.bundles.findIndex(({ id }) => id === bundleId)
  const above = card.bundles.slice(0, at).reduce((sum, bundle) => sum + BUNDLE + flowsHeight(bundle, isOpen), 0)
  return HEAD + above + BUNDLE / 2
}
