import type { AfterPolicy } from '../../catalog/schedules/flow-order.ts'
import type { Flow, FlowConnection } from '../flow.ts'

/** The flows from one connection to another. */
export interface FlowBundle {
  readonly id: string
  readonly flows: readonly Flow[]
  /** Absent: the flows have no destination yet. */
  readonly to?: FlowConnection
}

export type GraphCard =
  /** A connection with the flows that read from it; without a connection, flows that have no source yet. */
  | {
      readonly id: string
      readonly kind: 'connection'
      readonly connection?: FlowConnection
      readonly bundles: readonly FlowBundle[]
    }
  | { readonly id: string; readonly kind: 'flow'; readonly flow: Flow }
  /** Flows that have the same place in the order. */
  | { readonly id: string; readonly kind: 'flows'; readonly bundle: FlowBundle; readonly from?: FlowConnection }
  /** A flow that does not exist any more, but after which another one starts. */
  | { readonly id: string; readonly kind: 'deleted' }

export interface GraphLine {
  readonly id: string
  /** Ids of cards. */
  readonly from: string
  readonly to: string
  /** `data`: rows move. */
  readonly kind: AfterPolicy | 'data'
  /** The bundle of a connection at which the line begins. */
  readonly bundle?: string
  /** How many flows it stands for. */
  readonly flows: number
}

export interface FlowGraph {
  readonly cards: readonly GraphCard[]
  readonly lines: readonly GraphLine[]
}
