import type { RunSummary } from '../runs/run.ts'

/** The end of a flow; name and type may be missing where the server tells only the id. */
export interface FlowConnection {
  readonly id: string
  readonly name?: string
  readonly type?: string
}

export type StreamMode = 'replace' | 'append' | 'upsert'

export interface FlowStream {
  readonly entity: string
  readonly target?: string
  readonly mode: StreamMode
  readonly key?: readonly string[]
  readonly cursor?: string
  /** Absent: every column. */
  readonly columns?: readonly string[]
}

export interface Transformation {
  readonly id: string
  readonly type: string
  /** Absent: every stream. */
  readonly stream?: string
  readonly settings: Readonly<Record<string, unknown>>
}

export interface Schedule {
  readonly cron: string
  readonly timezone: string
}

export interface FlowConfig {
  /** None listed: every entity of the source, replaced. */
  readonly streams: readonly FlowStream[]
  readonly transformations: readonly Transformation[]
  /** Absent: on demand. */
  readonly schedule?: Schedule
}

export interface Flow {
  readonly id: string
  readonly name: string
  readonly enabled: boolean
  readonly version?: number
  readonly sourceConnection?: FlowConnection
  readonly destinationConnection?: FlowConnection
  readonly config: FlowConfig
  readonly lastRun?: RunSummary
  readonly createdAt?: string
  readonly updatedAt?: string
}

export interface FlowDraft {
  readonly name: string
  readonly enabled?: boolean
  readonly sourceConnection: FlowConnection
  readonly destinationConnection: FlowConnection
  readonly config?: FlowConfig
}

export interface FlowChange {
  readonly name?: string
  readonly enabled?: boolean
  readonly sourceConnection?: FlowConnection
  readonly destinationConnection?: FlowConnection
  readonly config?: FlowConfig
}
