/** Where a row has something sealed, as SQL over the table. */
interface SealedPlace {
  /** The path to it in the row, as an array of Postgres. */
  readonly path: string
  /** The sealed value; null: this row has none. */
  readonly value: string
  /** What the vault calls its owner by, together with the table. */
  readonly owner: string
}

/** How the rows of a table move to another installation. */
export interface MovedTable {
  /** Paths to the uids of people. */
  readonly people?: readonly string[]
  readonly sealed?: SealedPlace
  /** A column with a uid that must be known there; otherwise it is empty. */
  readonly knownPerson?: string
  /** Columns with the values that they get, as JSON: they mean nothing elsewhere. */
  readonly reset?: string
  /** Columns that the new store fills. */
  readonly without?: readonly string[]
  /** Only these rows; `people` is the list of those who have an account there. */
  readonly where?: string
}

const sealedColumn = (column: string, owner: string): SealedPlace => ({ path: `'{${column}}'`, value: column, owner })

/** Programs come along; people only if they have an account there. */
const isKnown = (column: string) => `(starts_with(${column}, 'service:') or people ? ${column})`

/** Every table whose rows belong to an organization, and come along. */
export const MOVED_TABLES: Readonly<Record<string, MovedTable>> = {
  alert_channels: { sealed: sealedColumn('secrets', 'id') },
  alert_deliveries: {},
  assistant_settings: {},
  audit_events: { people: ['{actor_uid}'] },
  awaited_runs: {},
  batch_flows: {},
  batches: { people: ['{asked_by}', '{caller,uid}', '{change,owner,uid}'] },
  check_rows: { sealed: sealedColumn('sealed', 'run_id') },
  connection_tests: {},
  connections: {},
  deleted_memberships: { people: ['{user_uid}'], where: isKnown('user_uid') },
  federated_credentials: {},
  flow_proposals: { people: ['{proposed_by}'] },
  flows: { people: ['{owner_uid}', '{draft,updated_by}'], sealed: sealedColumn('inbound_secrets', 'id') },
  integrations: { sealed: sealedColumn('credentials', 'id') },
  invitations: { people: ['{invited_by}'] },
  memberships: { people: ['{user_uid}'], where: isKnown('user_uid') },
  mirror_differences: { sealed: sealedColumn('sealed', 'flow_id') },
  mirror_tables: {},
  mirror_windows: {},
  mirrors: {
    reset:
      '{"lease_until": null, "holder": null, "held_by": null, "held_since": null, "next_try_at": null, "crashes": 0}',
  },
  organization_budgets: {},
  outbox: {},
  reject_limits: {},
  rejected_causes: { sealed: sealedColumn('sealed', 'run_id') },
  rejected_rows: { sealed: sealedColumn('sealed', 'run_id') },
  rejected_streams: {},
  row_changes: { sealed: sealedColumn('sealed', 'run_id') },
  run_approvals: { people: ['{approved_by}'] },
  run_estimates: {},
  run_limits: {},
  run_lineage: {},
  run_log: {},
  run_servers: {},
  run_spending: {},
  run_streams: {},
  run_structures: {},
  runs: { people: ['{triggered_by}', '{account}'], without: ['revision'] },
  saved_views: { people: ['{owner_uid}'], where: `(owner_uid is null or ${isKnown('owner_uid')})` },
  service_members: { people: ['{created_by}'], knownPerson: 'created_by' },
  spending: {},
  stream_columns: {},
  stream_positions: {},
  table_changes: {},
  trash: {
    people: ['{deleted_by}', '{content,owner_uid}', '{content,draft,updated_by}'],
    sealed: {
      path: `case kind when 'integration' then '{content,credentials}' when 'alert-channel' then '{content,secrets}' else '{content,inbound_secrets}' end`,
      value: `case kind when 'integration' then content->'credentials' when 'alert-channel' then nullif(content->'secrets', 'null') when 'flow' then nullif(content->'inbound_secrets', 'null') end`,
      owner: `kind || ' ' || id`,
    },
  },
  usage_entries: {},
  versions: { people: ['{saved_by}'] },
}

/** The others, and why they stay. */
export const LEFT_TABLES: Readonly<Record<string, string>> = {
  draft_tests: 'tests of what nobody has saved yet',
  exchanged_tokens: 'keys of minutes',
  google_consents: 'consents that are under way in a browser',
  kept_answers: 'answers of a day, which can be asked for again',
  last_runs: 'made again from the runs',
  organization_moves: 'the move itself',
  range_helpers: 'of an attempt that is over',
  range_offers: 'of an attempt that is over',
  request_keys: 'answers to repeated calls of a day',
  run_queue: 'made again from the runs that have not ended',
  short_keys: 'keys of minutes',
  stream_claims: 'of an attempt that is over',
  subscriptions: 'paid to whoever runs the old installation',
}
