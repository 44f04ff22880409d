import type { Capability, ConnectionType } from '../../core/catalog/connection-types.ts'
import type { ErrorCode } from '../../core/catalog/errors/error-classes.ts'
import type { IntegrationType } from '../../core/catalog/integration-types.ts'
import { inEnglish, type Sentence } from '../../core/catalog/sentence.ts'
import type { Side } from '../connectors/shared/at-side.ts'
import type { Dialler } from '../net/dialler.ts'
import type { RunContext } from './delivery.ts'
import type { Destination } from './destination.ts'
import type { Source } from './source.ts'
import type { VendorAccess } from './vendors.ts'

/** A connection with its secrets opened: everything a connector may know about the outside system. */
export interface Endpoint {
  /** Whose credentials they are; a connection type may work with several. */
  readonly integration: IntegrationType
  readonly credentials: Readonly<Record<string, unknown>>
  readonly config: Readonly<Record<string, unknown>>
}

export interface Column {
  readonly name: string
  /** The type as the system itself spells it, for example `numeric(14,2)`. */
  readonly type: string
  readonly nullable: boolean
  /** Position in the primary key, from 1; absent when the column is no part of it. */
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

/** Something rows can be read from or written to: a table, a view, a tab. */
export interface Entity {
  /** Stable and unique in its system, `schema.table` for databases. */
  readonly name: string
  readonly kind: EntityKind
  readonly columns: readonly Column[]
  /** From the system's own statistics; absent when it has none. */
  readonly estimatedRows?: number
}

export type TestStageName = 'tunnel' | 'resolve' | 'connect' | 'tls' | 'sign-in' | 'read' | 'write'

/** One step of a connection test. The first failing stage carries cause and fix; those after it were not tried. */
export interface TestStage {
  readonly stage: TestStageName
  readonly status: 'passed' | 'failed' | 'skipped'
  readonly milliseconds: number
  /** What was found, for a person: "TLS 1.3, certificate not verified (sslmode prefer)". Never a secret. */
  readonly detail?: Sentence
  readonly problem?: Problem
}

/** Something that went wrong in or on the way to an outside system, in words for a person. Never carries a secret. */
export interface Problem {
  /** What it is, for machines; `core/catalog/errors` tells what becomes of it. */
  readonly code: ErrorCode
  readonly message: Sentence
  /** What to do next. */
  readonly hint?: Sentence
  /** The form field to blame, where there is one. */
  readonly field?: string
  /** Where in the text of that field, in UTF-16 code units from its beginning. */
  readonly position?: number
  /** A value for that field that would do, once a person has confirmed it. */
  readonly suggestion?: string
  /** The step of the flow to blame, by its id. */
  readonly node?: string
  /** Columns that come and that the target lacks, where nothing else is wrong: the stream could go without them. */
  readonly missing?: readonly string[]
  /** The end of the flow at which it happened, where that is known. */
  readonly side?: Side
  /** How long the other side wants to be left alone, in milliseconds. */
  readonly retryAfter?: number
  /** As the code's class says. */
  readonly retryable: boolean
}

export interface ConnectorContext {
  readonly signal: AbortSignal
  /** Opens sockets to checked addresses only; see `engine/net/dialler.ts`. */
  readonly dialler: Dialler
  readonly vendors: VendorAccess
  /** Present while a run is going; tests and discovery have none. */
  readonly run?: RunContext
  /** Writes a line that a person should see while it lasts into the log of the run. */
  readonly say?: (message: Sentence) => void
}

/**
 * What every system offers. Abilities that a system lacks are absent, never thrown;
 * the catalog's capability and the presence of `openSource` and `openDestination` must agree.
 */
export interface Connector {
  readonly type: ConnectionType
  /** Settles within 10 s whatever the other side does; reports, never throws. */
  test(endpoint: Endpoint, capability: Capability, context: ConnectorContext): Promise<readonly TestStage[]>
  /** All entities that this account can read, in stable order. @throws ConnectorError */
  discover(endpoint: Endpoint, context: ConnectorContext): Promise<readonly Entity[]>
  /** Opens a consistent snapshot for reading. @param snapshot of another source that is still open: the same one. @throws ConnectorError */
  openSource?(endpoint: Endpoint, context: ConnectorContext, snapshot?: string): Promise<Source>
  /** Opens a way to write. @throws ConnectorError */
  openDestination?(endpoint: Endpoint, context: ConnectorContext): Promise<Destination>
}

/** Thrown by connectors and the engine; anything else that is thrown is a bug. */
export class ConnectorError extends Error {
  readonly problem: Problem
  constructor(problem: Problem, options?: ErrorOptions) {
    super(inEnglish(problem.message), options)
    this.name = 'ConnectorError'
    this.problem = problem
  }
}
