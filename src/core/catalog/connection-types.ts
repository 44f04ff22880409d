import type { Field } from './field.ts'
import type { IntegrationType } from './integration-types.ts'
import { sentence } from './sentence.ts'

export type Capability = 'source' | 'destination' | 'both'

export const CAPABILITIES = ['source', 'destination', 'both'] as const satisfies readonly Capability[]

/** `replace`: the new rows instead of the old; `append`: after them; `upsert`: in place of those with the same key, else after them. */
export const WRITE_MODES = ['replace', 'append', 'upsert'] as const

export type WriteMode = (typeof WRITE_MODES)[number]

export type ConnectionType = keyof typeof CONNECTION_TYPES

interface ConnectionTypeRow {
  readonly label: string
  readonly integrations: readonly IntegrationType[]
  readonly merged: boolean
  readonly capability: Capability
  readonly fields: readonly Field[]
  /** What a destination can do with rows; the first is what it does when a flow says nothing. */
  readonly modes: readonly WriteMode[]
  /** What reading costs: the vendor charges each request, in dollars, and a table takes at least one. */
  readonly dollarsPerRequest?: number
  /** As a source it may have dates that no calendar has, such as 0000-00-00. */
  readonly hasZeroDates?: true
  /** Databases of this type define types of their own, such as domains, that another of the type can be given. */
  readonly hasOwnTypes?: true
  /** Stands before names of entities that have no dot, because other systems name theirs `schema.table` (spec §5). */
  readonly entityPrefix?: string
  /** Fields with fixed names that columns are mapped to. */
  readonly mapped?: readonly string[]
}

const spreadsheetId = { name: 'spreadsheet_id', label: sentence`Spreadsheet ID`, kind: 'text', secret: false } as const

/** What each connection type needs (spec §3). One row per type; client forms and the server read the same rows. */
export const CONNECTION_TYPES = {
  postgres: {
    label: 'PostgreSQL',
    integrations: ['postgres'],
    merged: true,
    capability: 'both',
    fields: [],
    modes: WRITE_MODES,
    hasOwnTypes: true,
  },
  mysql: {
    label: 'MySQL',
    integrations: ['mysql'],
    merged: true,
    capability: 'both',
    fields: [],
    modes: WRITE_MODES,
    hasZeroDates: true,
  },
  google_sheets: {
    label: 'Google Sheets',
    integrations: ['google_oauth'],
    merged: false,
    capability: 'both',
    fields: [spreadsheetId],
    modes: ['replace', 'append'],
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
    ],
    modes: WRITE_MODES,
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
  },
} as const satisfies Record<string, ConnectionTypeRow>

export const CONNECTION_TYPE_NAMES = Object.keys(CONNECTION_TYPES) as [ConnectionType, ...ConnectionType[]]

/** A type that owns its credentials: the integration is created, updated and deleted with the connection. */
export type MergedConnectionType = {
  [T in ConnectionType]: (typeof CONNECTION_TYPES)[T]['merged'] extends true ? T : never
}[ConnectionType]

export const isMerged = (type: ConnectionType): type is MergedConnectionType => CONNECTION_TYPES[type].merged

/** Whether a connection of this type may have that capability: `both` types may be narrowed, the others are fixed. */
export const mayHaveCapability = (type: ConnectionType, capability: Capability): boolean => {
  const own: Capability = CONNECTION_TYPES[type].capability
  return own === 'both' || own === capability
}

/** What a destination of this type can do with rows; of a type that is not known here, everything is offered and the server decides. */
export const modesOf = (type: string): readonly WriteMode[] => rowOf(type)?.modes ?? WRITE_MODES

/** The fields with fixed names that columns are mapped to. */
export const mappedFieldsOf = (type: string): readonly string[] => rowOf(type)?.mapped ?? []

/** Whether a source of this type may have dates that no calendar has. */
export const hasZeroDates = (type: string): boolean => rowOf(type)?.hasZeroDates ?? false

/** Whether types that a source of this type defines can be made in the destination. */
export const passesOwnTypes = (source: string, destination: string): boolean =>
  source === destination && (rowOf(source)?.hasOwnTypes ?? false)

/** What the vendor charges for each request, in dollars; nothing where reading is free. */
export const dollarsPerRequest = (type: string): number => rowOf(type)?.dollarsPerRequest ?? 0

const rowOf = (type: string): ConnectionTypeRow | undefined =>
  (CONNECTION_TYPES as Readonly<Record<string, ConnectionTypeRow>>)[type]
