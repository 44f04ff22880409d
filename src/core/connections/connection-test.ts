import type { Capability, ConnectionType } from '../catalog/connections/connection-types.ts'
import type { ProblemText } from '../catalog/problem-text.ts'
import type { Sentence } from '../catalog/sentence.ts'
import type { Credentials } from '../integrations/integration.ts'
import type { ConnectionConfig } from './connection.ts'

/** One step of a connection test: name resolves, port open, sign-in, … */
export interface TestStage {
  readonly stage: string
  readonly status: string
  readonly milliseconds: number
  readonly detail?: string
  readonly detailSentence?: Sentence
  readonly problem?: TestProblem
}

export interface TestProblem extends ProblemText {
  readonly code: string
  /** The input with the problem, by its name in the catalog. */
  readonly field?: string
  /** A valid value for that input, which a person must confirm. */
  readonly suggestion?: string
}

/** A connection as typed so far. Absent secrets mean those of the given integration. */
export interface UnsavedConnection {
  readonly id?: string
  readonly name?: string
  readonly type: ConnectionType
  readonly capability?: Capability
  readonly integrationId?: string
  readonly config: ConnectionConfig
  readonly credentials?: Credentials
}

/** The reason for the failure, in a sentence: the first stage with a problem. */
export const problemOf = (stages: readonly TestStage[]): TestProblem | undefined =>
  stages.find(({ problem }) => problem)?.problem
