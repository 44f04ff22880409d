import type { AuditChange } from '../audit/audit-event.ts'
import type { Sentence } from '../catalog/sentence.ts'

/** A file of flows as code: YAML, one document or several. */
export interface CodeFile {
  readonly name: string
  readonly text: string
}

/** What files are to do to an organization. */
export interface CodeRequest {
  readonly files: readonly CodeFile[]
  /** The values of secrets, by the references to them in the files. */
  readonly secrets: Readonly<Record<string, string>>
  /** Whether what is in no file is removed. */
  readonly prunes: boolean
}

export interface CodeChange {
  /** `created`, `changed`, `renamed`, `restored`, `removed`, or what a newer server does. */
  readonly action: string
  readonly kind: string
  readonly name: string
  readonly previousName?: string
  readonly file?: string
  readonly changes?: readonly AuditChange[]
}

export interface CodeFault {
  readonly file: string
  readonly line?: number
  readonly field?: string
  readonly message: string
  readonly sentence?: Sentence
  /** The reference of a secret that is needed and has no value. */
  readonly secret?: string
}

/** A flow that a program has proposed. */
export interface FlowProposal {
  readonly id: string
  /** Of the flow. */
  readonly name: string
  /** YAML. */
  readonly text: string
  /** The name of who proposed it. Absent: it was removed. */
  readonly proposedBy?: string
  readonly createdAt: string
}

/** A flow of a plan that the server has tried by a dry run, or not. */
export interface TriedFlow {
  readonly name: string
  readonly file: string
  /** As in the plan. */
  readonly action?: string
  /** Of its dry run. Absent: it was not tried; `message` says why. */
  readonly runId?: string
  readonly message?: string
  readonly sentence?: Sentence
}

/** The next few of them. */
export interface TriedFlows {
  readonly flows: readonly TriedFlow[]
  /** Absent: these are the last. */
  readonly nextCursor?: string
}

/** What files would change; with a fault, nothing can be applied. */
export interface CodePlan {
  /** Of the organization when the plan was made. */
  readonly state: string
  readonly changes: readonly CodeChange[]
  readonly unchanged: number
  readonly faults: readonly CodeFault[]
}
