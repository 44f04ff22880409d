/** Sources: MySQL, "Binlog Event Type" (`mysql::binlog::event::Log_event_type`); MariaDB, "Replication Protocol", "Binlog Event Header". */
export const QUERY = 2
export const FORMAT_DESCRIPTION = 15
export const XID = 16
export const EXECUTE_LOAD_QUERY = 18
export const TABLE_MAP = 19
export const HEARTBEAT = 27
export const GTID = 33
export const ANONYMOUS_GTID = 34
export const XA_PREPARE = 38
export const PARTIAL_UPDATE_ROWS = 39
export const TRANSACTION_PAYLOAD = 40
export const HEARTBEAT_V2 = 41
export const GTID_TAGGED = 42
export const MARIADB_GTID = 162
export const MARIADB_QUERY_COMPRESSED = 165

export interface RowsKind {
  readonly change: 'insert' | 'update' | 'delete'
  /** Further bytes are behind the header (MySQL since 5.6). */
  readonly hasExtra: boolean
  /** The rows are compressed (MariaDB, `log_bin_compress`). */
  readonly isCompressed: boolean
}

const kind = (change: RowsKind['change'], hasExtra = false, isCompressed = false): RowsKind => ({
  change,
  hasExtra,
  isCompressed,
})

export const ROWS: Readonly<Record<number, RowsKind>> = {
  23: kind('insert'),
  24: kind('update'),
  25: kind('delete'),
  30: kind('insert', true),
  31: kind('update', true),
  32: kind('delete', true),
  166: kind('insert', false, true),
  167: kind('update', false, true),
  168: kind('delete', false, true),
  169: kind('insert', true, true),
  170: kind('update', true, true),
  171: kind('delete', true, true),
}
