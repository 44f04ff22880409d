import { createContext, useContext } from 'react'

import type { FlowBundle } from '../../../core/flows/graph/flow-graph.ts'
import type { IsOpen } from './card-size.ts'

export interface GraphFolds {
  readonly isOpen: IsOpen
  toggle(bundle: FlowBundle): void
}

/** Which bundles show their flows. */
export const GraphFoldsContext = createContext<GraphFolds>({ isOpen: () => false, toggle: () => undefined })

export const useGraphFolds = (): GraphFolds => useContext(GraphFoldsContext)
