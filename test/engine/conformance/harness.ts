import type { Connector, ConnectorContext, Endpoint, EntityKind } from '../../../src/engine/ports/connector.ts'
import type { Field, ValueType } from '../../../src/engine/ports/value-type.ts'

/** What the suite must know of a connector to try it: how to reach its system, and how to look into it from behind. */
export interface Harness {
  /** Somewhere of its own for one case, so that cases do not see each other. */
  place(): Promise<Place>
  stop(): Promise<void>
}

export interface Place {
  readonly connector: Connector
  readonly endpoint: Endpoint
  /** What a run is given; `runId` where it remembers outside of itself what it has handed over. */
  readonly context: (signal?: AbortSignal, runId?: string) => ConnectorContext
  /** What no message, event or result may hold. */
  readonly secrets: readonly string[]
  /** The same connection with credentials that are refused, and the field of the form that is to blame. */
  readonly refused: { readonly endpoint: Endpoint; readonly code: string; readonly field: string }
  /** What is there of ours that is neither data nor memory: staged rows, sessions at work. */
  readonly leftovers?: () => Promise<readonly string[]>
  readonly source?: SourcePlace
  readonly destination?: DestinationPlace
  stop(): Promise<void>
}

export interface Seeded {
  readonly entity: string
  readonly columns: readonly (readonly [name: string, kind: ValueType['kind']])[]
  readonly count: number
  /** All rows, or some, as they must arrive. */
  readonly rows: readonly (readonly Field[])[]
}

export interface SourcePlace {
  seed(): Promise<Seeded>
  /** Names and values that are made to be taken for something else. */
  readonly hostile?: () => Promise<Seeded>
  /** More rows than can be on the way at once. */
  large(): Promise<{ readonly entity: string; readonly count: number }>
  /** An entity of each kind that can be read, and how many rows it has. */
  kinds(): Promise<readonly { readonly entity: string; readonly kind: EntityKind; readonly count: number }[]>
  /** An entity that was read up to `after`, and how many rows another run has to read of it. */
  readonly window?: () => Promise<{
    readonly entity: string
    readonly column: string
    readonly after: string
    readonly count: number
  }>
  /** An empty table with a unique constraint, an index, a check, a default and a comment, and a name for another one in the same system. */
  readonly structured?: () => Promise<{
    readonly entity: string
    readonly copy: string
    /** For a server that forgets them. */
    readonly lacksChecks?: boolean
  }>
  /** Ends every connection to the system, and takes no new ones. */
  vanish(): Promise<void>
}

/** A row of the suite's orders, as it is seen in the destination. */
export type Order = readonly [id: string, note: string | null]

export interface DestinationPlace {
  readonly target: string
  /** All orders that stand in the target, in the order of their numbers; none where there is no target. */
  orders(): Promise<readonly Order[]>
  /** The names of the target's columns. */
  columns(): Promise<readonly string[]>
  /** How the destination spells a text that others might take for a formula; absent: as it is. */
  readonly spells?: (text: string) => string
  /** Something that the target cannot hold. */
  readonly unholdable?: () => Promise<{
    readonly order: Partial<OrderFields>
    readonly column: string
    readonly rule: RegExp
  }>
  /** The next commit is done, but its answer never comes. */
  readonly loseCommitAnswer?: () => void
}

export interface OrderFields {
  readonly id: string
  readonly note: string | null
  readonly customer_id: string
  readonly timestamp: string
}
