import type { SignIn } from './servers.ts'

/** A flow between two systems, with what its target holds before a run and has to hold after it. Rows are told as text. */
export interface FlowKind {
  readonly name: string
  readonly flowId: string
  readonly organizationId: string
  readonly signIn: SignIn
  /** Puts the target back to how it was before any run. */
  restore(): Promise<void>
  /** What a reader finds in the target at this moment. */
  rows(): Promise<readonly string[]>
  readonly before: readonly string[]
  readonly after: readonly string[]
  /**
   * How rows come into sight: all at once; those of each table at once; as they arrive, each once, because the system knows them again; or as one
   * message, of which every run sends its own.
   */
  readonly arrival: 'at once' | 'table by table' | 'each' | 'message'
  /** What is of ours in the target's system that is neither data nor memory, sessions too. */
  leftovers(): Promise<readonly string[]>
  /**
   * How long a paused process is paused at least, in milliseconds, where the product relies on the time that the queue lets pass before another one
   * has the run. Absent: until the other one has ended it.
   */
  readonly pauseMs?: number
  /** Of its own connections to look. */
  stop(): Promise<void>
}
