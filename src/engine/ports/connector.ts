import type { PassedBudget } from '../../core/catalog/budgets.ts'
import type { Capability, ConnectionType } from '../../core/catalog/connections/connection-types.ts'
import type { IntegrationType } from '../../core/catalog/connections/integration-types.ts'
import type { ErrorCode } from '../../core/catalog/errors/error-classes.ts'
import type { ErrorObject } from '../../core/catalog/runs/error-object.ts'
import type { GoneAtSource } from '../../core/catalog/runs/gone-at-source.ts'
import type { ProblemColumn } from '../../core/catalog/runs/problem-column.ts'
import type { RefusedAtSource } from '../../core/catalog/runs/refused-at-source.ts'
import { inEnglish, type Sentence } from '../../core/catalog/sentence.ts'
import type { Allowance } from './allowance.ts'
import type { ChangeLoad, ChangeLoadPlan, ChangeLoadRequest } from './change-batch.ts'
import type { ChangeRequest, ChangeSource, Moments } from './change-source.ts'
import type { RunContext } from './delivery.ts'
import type { Destination } from './destination.ts'
import type { Dialler } from './dialler.ts'
import type { KeptAnswers } from './kept-answers.ts'
import type { MirroredTarget, MirrorHindrance } from './mirror-readiness.ts'
import type { SessionLimit } from './session-limit.ts'
import type { Source } from './source.ts'
import type { StandInOwner, VendorAccess } from './vendors.ts'

export type Side = 'source' | 'destination'

/** A connection with its opened secrets: everything that a connector may know about the outside system. */
export interface Endpoint {
  /** The type of its credentials; a connection type may support several. */
  readonly integration: IntegrationType
  readonly credentials: Readonly<Record<string, unknown>>
  readonly config: Readonly<Record<string, unknown>>
  /** A stand-in on this machine plays the system; its credentials are those of the moment. Absent: the system itself. */
  readonly standIn?: StandInOwner
}

export interface Column {
  readonly name: string
  /** The type in the system's own notation, for example `numeric(14,2)`. */
  readonly type: string
  readonly nullable: boolean
  /** Position in the primary key, from 1; absent if the column is not part of it. */
  readonly keyPosition?: number
  /** Whether the system computes the value itself (stored generated columns). */
  readonly generated?: boolean
}

export type EntityKind =
  | 'table'
  | 'view'
  | 'materialized view'
  | 'partitioned table'
  | 'foreign table'
  | 'sheet'
  | 'dataset'

/** An object that rows can be read from or written to: a table, a view, a tab. */
export interface Entity {
  /** Stable and unique in its system, `schema.table` for databases. */
  readonly name: string
  readonly kind: EntityKind
  readonly columns: readonly Column[]
  /** From the system's own statistics; absent if it has none. */
  readonly estimatedRows?: number
}

export type TestStageName = 'tunnel' | 'resolve' | 'connect' | 'tls' | 'sign-in' | 'read' | 'write'

/** One step of a connection test. The first failed stage has cause and fix; later stages were not tried. */
export interface TestStage {
  readonly stage: TestStageName
  readonly status: 'passed' | 'failed' | 'skipped'
  readonly milliseconds: number
  /** The result, for people: "TLS 1.3, certificate not verified (sslmode prefer)". Never a secret. */
  readonly detail?: Sentence
  readonly problem?: Problem
}

/** An error in an outside system or on the way to it, with a message for people. Never contains a secret. */
export interface Problem {
  /** The code, for machines; `core/catalog/errors` has the consequences. */
  readonly code: ErrorCode
  readonly message: Sentence
  /** The next step for the user. */
  readonly hint?: Sentence
  /** The form field with the error, if there is one. */
  readonly field?: string
  /** The position in the text of that field, in UTF-16 code units from its start. */
  readonly position?: number
  /** A valid value for that field, which a person must confirm. */
  readonly suggestion?: string
  /** The id of the flow's step with the error. */
  readonly node?: string
  /** Moved columns that the target does not have, if nothing else is wrong: the stream could leave them out. */
  readonly missing?: readonly string[]
  /** The columns that it is about, if changing the flow or the target for them would be enough. */
  readonly columns?: readonly ProblemColumn[]
  /** What a step needs of another table than the stream's, and is gone at the source. */
  readonly gone?: GoneAtSource
  /** What the account of the source may not read. */
  readonly refused?: RefusedAtSource
  /** What of the system it is about, for the statement that mends it. */
  readonly object?: ErrorObject
  /** The account that was refused, if the server names it or a caller asked outside of a run. */
  readonly account?: string
  /** The number of rows that a run must be allowed to remove or mark. */
  readonly vanished?: number
  /** Their share of the rows of the target, in percent. */
  readonly percent?: number
  /** A wider column of the target could hold the value that it is about. */
  readonly narrow?: boolean
  /** The budget that the next step of the run would pass. */
  readonly budget?: PassedBudget
  /** The end of the flow at which the error happened, if known. */
  readonly side?: Side
  /** The pause that the other side asks for, in milliseconds. */
  readonly retryAfter?: number
  /** From the class of the code. */
  readonly retryable: boolean
}

export interface ConnectorContext {
  readonly signal: AbortSignal
  /** Opens sockets only to checked addresses; see `engine/net/dialler.ts`. */
  readonly dialler: Dialler
  readonly vendors: VendorAccess
  /** Present during a run; absent for tests and discovery. */
  readonly run?: RunContext
  readonly allowance?: Allowance
  /** Absent: every question is asked. */
  readonly answers?: KeptAnswers
  /** Writes a line into the log of the run, for a person who watches the wait. */
  readonly log?: (message: Sentence) => void
  /** Told the account in the notation of the server, by a system that may have several accounts with one name. */
  readonly signedIn?: (account: string) => void
  /** Which of these flows are mirrors that still hold their targets, also paused ones. Absent, or without an answer: a flow is not known. */
  readonly heldMirrors?: (flowIds: readonly string[]) => Promise<ReadonlyMap<string, boolean>>
  /** The sessions that the connection allows. Absent: as many as are useful. */
  readonly sessions?: SessionLimit
}

/**
 * The interface of every system. Operations that a system does not support are absent, never thrown;
 * the catalog's capability must match the presence of `openSource` and `openDestination`.
 */
export interface Connector {
  readonly type: ConnectionType
  /** Settles within 10 s whatever the other side does; reports errors, never throws. */
  test(endpoint: Endpoint, capability: Capability, context: ConnectorContext): Promise<readonly TestStage[]>
  /** All entities that this account can read, in a stable order. @throws ConnectorError */
  discover(endpoint: Endpoint, context: ConnectorContext): Promise<readonly Entity[]>
  /** Opens a consistent snapshot for reading. @param snapshot of another source that is still open, to use the same one. @throws ConnectorError */
  openSource?(endpoint: Endpoint, context: ConnectorContext, snapshot?: string): Promise<Source>
  /** Opens a destination that is no source as of one moment, for comparisons only. @throws ConnectorError */
  openCompared?(endpoint: Endpoint, context: ConnectorContext): Promise<Source>
  /** Opens the destination for writing. @throws ConnectorError */
  openDestination?(endpoint: Endpoint, context: ConnectorContext): Promise<Destination>
  /** The log of its changes, which a mirror follows. */
  readonly changeLog?: ChangeLog
  /** Opens the destination for the changes of a log, and locks out older followers of the same mirror. @throws ConnectorError */
  openChangeLoad?(endpoint: Endpoint, context: ConnectorContext, request: ChangeLoadRequest): Promise<ChangeLoad>
  /** What of existing targets keeps a mirror from being equal to its source. Changes nothing. Absent: nothing can. @throws ConnectorError */
  targetReadiness?(
    endpoint: Endpoint,
    context: ConnectorContext,
    targets: readonly MirroredTarget[],
  ): Promise<readonly MirrorHindrance[]>
  /** What keeps the destination from taking changes of so many tables, and what they cost. Changes nothing. Absent: nothing. @throws ConnectorError */
  changeLoadHindrances?(
    endpoint: Endpoint,
    context: ConnectorContext,
    request: ChangeLoadPlan,
  ): Promise<readonly MirrorHindrance[]>
}

export interface ChangeLog {
  /** How its moments are compared. */
  moments(): Promise<Moments>
  /** Changes nothing. @throws ConnectorError */
  open(endpoint: Endpoint, context: ConnectorContext, request: ChangeRequest): Promise<ChangeSource>
}

/** Thrown by connectors and the engine; any other error is a bug. */
export class ConnectorError extends Error {
  readonly problem: Problem
  /** Not retryable if the problem does not say that it is. */
  constructor(problem: Omit<Problem, 'retryable'> & Partial<Problem>, options?: ErrorOptions) {
    super(inEnglish(problem.message), options)
    this.name = 'ConnectorError'
    this.problem = { retryable: false, ...problem }
  }
}
