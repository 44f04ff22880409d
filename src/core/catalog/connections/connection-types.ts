import { sentence } from '../sentence.ts'
import type { Field } from './field.ts'
import type { IntegrationType } from './integration-types.ts'

export type Capability = 'source' | 'destination' | 'both'

export const CAPABILITIES = ['source', 'destination', 'both'] as const satisfies readonly Capability[]

/** `replace`: the new rows replace the old ones; `append`: they are added; `upsert`: they replace rows with the same key, others are added. */
export const RUN_MODES = ['replace', 'append', 'upsert'] as const

export type RunMode = (typeof RUN_MODES)[number]

/** `mirror`: the table follows the log of its source; runs only copy it. */
export const WRITE_MODES = [...RUN_MODES, 'mirror'] as const

export type WriteMode = (typeof WRITE_MODES)[number]

export type ConnectionType = keyof typeof CONNECTION_TYPES

interface ConnectionTypeRow {
  readonly label: string
  readonly integrations: readonly IntegrationType[]
  readonly merged: boolean
  readonly capability: Capability
  readonly fields: readonly Field[]
  /** The modes of a destination; the first is the default of a flow. */
  readonly modes: readonly RunMode[]
  /** The price of reading: the vendor charges each request, in dollars, and a table needs at least one. */
  readonly dollarsPerRequest?: number
  /** As a source its tables have no keys, and are read as a whole in every run. */
  readonly isReadWhole?: true
  /** As a source it may have invalid dates, such as 0000-00-00. */
  readonly hasZeroDates?: true
  /** Databases of this type have user-defined types, such as domains, that can be created in another database of this type. */
  readonly hasOwnTypes?: true
  /** Executes SQL around the rows of a run, as a destination. */
  readonly executesSql?: true
  /** Sums rows range by range, so that they can be compared with those of another system. */
  readonly comparesRows?: true
  /** As a destination it sums the values that arrived, before they are visible. */
  readonly sumsValues?: true
  /** As a source it has a log of changes that a mirror can follow, and as a destination it takes them. */
  readonly hasChangeLog?: true
  readonly takesChanges?: true
  /** As a destination of a mirror it gets batches in an interval, because each has its price. */
  readonly isPaced?: true
  /** As a destination it finds rows that the source no longer has. */
  readonly findsVanished?: true
  /** The prefix of entity names without a dot, because other systems use `schema.table` (spec §5). */
  readonly entityPrefix?: string
  /** Fields with fixed names, to which columns are mapped. */
  readonly mapped?: readonly string[]
  /** As a destination it sends a mail for each stream. */
  readonly sendsMails?: true
}

const spreadsheetId = { name: 'spreadsheet_id', label: sentence`Spreadsheet ID`, kind: 'text', secret: false } as const

/** How many sessions one run may have at the server at a time, on each of its sides. */
const maxSessions = {
  name: 'max_sessions',
  label: sentence`Sessions of a run`,
  kind: 'number',
  secret: false,
  optional: true,
  group: 'limits',
} as const

/** The properties of each connection type (spec §3). One row per type; client forms and the server read the same rows. */
export const CONNECTION_TYPES = {
  postgres: {
    label: 'PostgreSQL',
    integrations: ['postgres'],
    merged: true,
    capability: 'both',
    fields: [maxSessions],
    modes: RUN_MODES,
    executesSql: true,
    comparesRows: true,
    sumsValues: true,
    hasOwnTypes: true,
    findsVanished: true,
    hasChangeLog: true,
    takesChanges: true,
  },
  mysql: {
    label: 'MySQL',
    integrations: ['mysql'],
    merged: true,
    capability: 'both',
    fields: [maxSessions],
    modes: RUN_MODES,
    executesSql: true,
    comparesRows: true,
    sumsValues: true,
    hasZeroDates: true,
    findsVanished: true,
    hasChangeLog: true,
    takesChanges: true,
  },
  google_sheets: {
    label: 'Google Sheets',
    integrations: ['google_oauth'],
    merged: false,
    capability: 'both',
    fields: [spreadsheetId],
    modes: ['replace', 'append'],
    isReadWhole: true,
    sumsValues: true,
    entityPrefix: 'sheets',
  },
  bigquery: {
    label: 'BigQuery',
    integrations: ['gcp'],
    merged: false,
    capability: 'destination',
    fields: [
      { name: 'project_id', label: sentence`Project ID`, kind: 'text', secret: false },
      { name: 'dataset_id', label: sentence`Dataset ID`, kind: 'text', secret: false },
      { name: 'gcs_staging_bucket', label: sentence`GCS Staging Bucket`, kind: 'text', secret: false },
      {
        name: 'max_query_gigabytes',
        label: sentence`Gigabytes of a query`,
        kind: 'number',
        secret: false,
        optional: true,
        group: 'limits',
      },
    ],
    modes: RUN_MODES,
    sumsValues: true,
    findsVanished: true,
    takesChanges: true,
    isPaced: true,
  },
  aws_cost_explorer_api: {
    label: 'AWS Cost Explorer',
    integrations: ['aws'],
    merged: false,
    capability: 'source',
    fields: [],
    modes: [],
    dollarsPerRequest: 0.01,
  },
  metronome: {
    label: 'Metronome',
    integrations: ['metronome'],
    merged: false,
    capability: 'destination',
    fields: [],
    modes: ['append'],
    mapped: ['customer_id', 'timestamp', 'event_type', 'transaction_id'],
  },
  email: {
    label: 'Email',
    integrations: ['sendgrid', 'smtp2go'],
    merged: false,
    capability: 'destination',
    fields: [
      { name: 'to_email', label: sentence`To Email`, kind: 'text', secret: false },
      { name: 'from_email', label: sentence`From Email`, kind: 'text', secret: false },
      { name: 'subject', label: sentence`Subject`, kind: 'text', secret: false },
      { name: 'message_body', label: sentence`Message body`, kind: 'multiline', secret: false, optional: true },
    ],
    modes: ['append'],
    sendsMails: true,
  },
} as const satisfies Record<string, ConnectionTypeRow>

export const CONNECTION_TYPE_NAMES = Object.keys(CONNECTION_TYPES) as [ConnectionType, ...ConnectionType[]]

/** A type that owns its credentials: the integration is created, updated and deleted with the connection. */
export type MergedConnectionType = {
  [T in ConnectionType]: (typeof CONNECTION_TYPES)[T]['merged'] extends true ? T : never
}[ConnectionType]

export const isMerged = (type: ConnectionType): type is MergedConnectionType => CONNECTION_TYPES[type].merged

/** Whether a connection of this type may have that capability: `both` types may be restricted, the others are fixed. */
export const mayHaveCapability = (type: ConnectionType, capability: Capability): boolean => {
  const own: Capability = CONNECTION_TYPES[type].capability
  return own === 'both' || own === capability
}

/** The modes of runs into a destination of this type; for an unknown type all modes are offered and the server decides. */
export const modesOf = (type: string): readonly RunMode[] => rowOf(type)?.modes ?? RUN_MODES

/** The modes of a flow between these types. */
export const writeModesOf = (source: string, destination: string): readonly WriteMode[] =>
  canMirror(source, destination) ? [...modesOf(destination), 'mirror'] : modesOf(destination)

/** Whether a source of this type has a log that a mirror can follow. */
export const hasChangeLog = (type: string): boolean => rowOf(type)?.hasChangeLog ?? false

/** Whether a destination of this type takes the changes of a log. */
export const takesChanges = (type: string): boolean => rowOf(type)?.takesChanges ?? false

/** Whether a mirror into a destination of this type has an interval. */
export const isPaced = (type: string): boolean => rowOf(type)?.isPaced ?? false

/** Whether a mirror can follow a source of one type into a destination of another. */
export const canMirror = (source: string, destination: string): boolean =>
  hasChangeLog(source) && takesChanges(destination)

/** Whether a destination of this type executes SQL around the rows of a run. */
export const executesSql = (type: string): boolean => rowOf(type)?.executesSql ?? false

/** Whether a destination of this type sums the values that arrived, before they are visible. */
export const sumsValues = (type: string): boolean => rowOf(type)?.sumsValues ?? false

/** Whether tables of this type can be compared with those of another such type. */
export const comparesRows = (type: string): boolean => rowOf(type)?.comparesRows ?? false

/** The fields with fixed names, to which columns are mapped. */
export const mappedFieldsOf = (type: string): readonly string[] => rowOf(type)?.mapped ?? []

/** Whether a source of this type may have invalid dates. */
export const isReadWhole = (type: string): boolean => rowOf(type)?.isReadWhole ?? false

export const hasZeroDates = (type: string): boolean => rowOf(type)?.hasZeroDates ?? false

/** Whether user-defined types of a source of this type can be created in the destination. */
export const passesOwnTypes = (source: string, destination: string): boolean =>
  source === destination && (rowOf(source)?.hasOwnTypes ?? false)

/** Whether a destination of this type finds rows that the source no longer has. */
export const findsVanished = (type: string): boolean => rowOf(type)?.findsVanished ?? false

/** The vendor's price per request, in dollars; nothing if reading is free. */
export const dollarsPerRequest = (type: string): number => rowOf(type)?.dollarsPerRequest ?? 0

/** Whether a destination of this type sends mails. */
export const sendsMails = (type: string): boolean => rowOf(type)?.sendsMails ?? false

const rowOf = (type: string): ConnectionTypeRow | undefined =>
  (CONNECTION_TYPES as Readonly<Record<string, ConnectionTypeRow>>)[type]
