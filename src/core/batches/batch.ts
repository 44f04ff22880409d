import type { Sentence } from '../catalog/sentence.ts'
import type { FlowOwner, Schedule } from '../flows/flow.ts'

/** What is changed in each of many flows; absent fields stay. */
export interface BatchChange {
  readonly enabled?: boolean
  /** Null: on demand. */
  readonly schedule?: Schedule | null
  readonly freshnessMinutes?: number | null
  readonly addTags?: readonly string[]
  readonly removeTags?: readonly string[]
  /** Null: nobody. */
  readonly owner?: FlowOwner | null
}

export interface BatchFailure {
  readonly flowId: string
  /** Absent if the flow is gone. */
  readonly name?: string
  readonly error: { readonly code: string; readonly message: string; readonly sentence?: Sentence }
}

/** What was asked for many flows, which the server does one by one. */
export interface Batch {
  readonly id: string
  readonly askedBy: string
  readonly askedByName?: string
  /** It changes the flows; otherwise it runs them. */
  readonly isChange: boolean
  readonly createdAt: string
  readonly cancelledAt?: string
  readonly flows: number
  /** Flows that it has not come to. */
  readonly waiting: number
  /** Runs that have not ended. */
  readonly running: number
  readonly failures: readonly BatchFailure[]
}

export const isUnderWay = ({ waiting, running }: Batch): boolean => waiting + running > 0

/** Flows that are over, whatever came of them. */
export const overCount = ({ flows, waiting, running }: Batch): number => flows - waiting - running
