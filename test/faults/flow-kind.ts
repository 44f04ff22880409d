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
  /** Of its own connections to look. */
  stop(): Promise<void>
}
