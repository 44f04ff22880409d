import type { Flow } from '../flow.ts'
import type { PositionStore } from './position-store.ts'
import { type Positions, positionsOf } from './positions.ts'

export type LoadPositions = (flow: Flow) => Positions

export const makeLoadPositions =
  ({ positions }: { readonly positions: PositionStore }): LoadPositions =>
  (flow) =>
    positionsOf(flow, positions.load(flow.id))
