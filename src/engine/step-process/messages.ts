import type { Problem } from '../ports/connector.ts'
import type { Pushdown } from '../ports/pushdown.ts'
import type { Field } from '../ports/value-type.ts'
import type { Step } from '../transform/columns/step.ts'
import type { PushableSteps } from '../transform/sql/pushdown-of.ts'
import type { StepsInput, StepsOutline } from '../transform/steps/bind-steps.ts'
import type { PartnerQuestion } from '../transform/steps/load-partners.ts'
import type { StepPreview } from '../transform/steps/preview-steps.ts'

/** The file descriptor for messages with a step process. */
export const STEP_PROCESS_SOCKET = 3

/** Steps over a stream, and the other streams that they may join. */
export interface StepsToBind {
  readonly input: StepsInput
  readonly steps: readonly Step[]
  readonly others: readonly StepsInput[]
}

/** The requests to a step process, one at a time. */
export type Order =
  | ({
      readonly kind: 'bind'
      readonly pushable: readonly Step[]
      readonly salt: string
      /** What `now()` and its kind return when rows pass, as ISO 8601 in UTC. Absent: when they do. */
      readonly moment?: string
    } & StepsToBind)
  | ({ readonly kind: 'preview'; readonly salt: string } & StepsToBind)
  | {
      readonly kind: 'transform'
      readonly bound: number
      readonly columns: readonly string[]
      readonly isTraced: boolean
      readonly salt: string
    }
  | { readonly kind: 'forget' }

/** Messages to it during a request. */
export type MessageToProcess =
  | Order
  | { readonly kind: 'sampled'; readonly rows: readonly (readonly Field[])[] }
  /** The rows that were requested have been sent; not `isWhole`: there are more. */
  | { readonly kind: 'read'; readonly rows: number; readonly isWhole: boolean }

/** Bound steps: the number identifies them in the process. */
export interface BoundOutline {
  readonly bound: number
  readonly outline: StepsOutline
  /** The first of the pushable steps as one SELECT, by their number; see `PushableSteps`. */
  readonly pushdowns: readonly Pushdown[]
  readonly obstacle?: PushableSteps['obstacle']
  /** Equal only if the steps make the same values of the same rows: of their SQL, the salt of hashes and the version of DuckDB. */
  readonly digest: string
}

/** Messages from a step process. */
export type MessageFromProcess =
  /** Work on this step begins. */
  | { readonly kind: 'step'; readonly id: string }
  | { readonly kind: 'sample'; readonly stream: StepsInput }
  /** Requests rows of a joined stream. */
  | { readonly kind: 'partners'; readonly wanted: PartnerQuestion }
  | { readonly kind: 'previewed'; readonly preview: StepPreview }
  /** Requests rows. @param stream 0 for the main one, otherwise the number of the joined one. */
  | { readonly kind: 'read'; readonly stream: number; readonly columns: readonly string[] }
  /** No more rows are needed; the end of the read is still reported. */
  | { readonly kind: 'enough' }
  | { readonly kind: 'done'; readonly answer: unknown }
  | { readonly kind: 'failed'; readonly problem: Problem }
  /** An exception of our own code, which the parent logs. */
  | { readonly kind: 'broken'; readonly message: string; readonly stack: string }
