import { type Sentence, sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'

export const alteredTable = (table: string) =>
  new ConnectorError({
    code: 'SOURCE_CHANGED',
    message: sentence`${table} was altered, renamed or made again: its rows may be others now, of which the log says nothing.`,
    hint: sentence`The table must be copied again.`,
  })

/** The rows from before have their values of the columns in the table only, or a person wants to know of them. */
export const columnsHaveCome = (table: string, columns: readonly string[], needs: 'asked' | 'copy') =>
  otherColumns(table, sentence`${columns.join(', ')} has come`, needs)

/** Others have come with the same statement, or a person wants to know of it. */
export const columnsAreGone = (table: string, columns: readonly string[], needs: 'asked' | 'copy') =>
  otherColumns(table, sentence`${columns.join(', ')} is gone`, needs)

const otherColumns = (table: string, what: Sentence, needs: 'asked' | 'copy') =>
  new ConnectorError({
    code: 'SCHEMA_CHANGED',
    message: sentence`${table} has changed at the source: ${what}.`,
    hint:
      needs === 'copy'
        ? sentence`The table is copied again.`
        : sentence`The table waits. Resume it to copy it as it is now.`,
  })

export const textOnly = (table: string) =>
  new ConnectorError({
    code: 'NOT_SUPPORTED',
    message: sentence`A session has changed rows of ${table}, or parts of its documents, in a way of which the log does not have the rows.`,
    hint: sentence`Execute at the source: SET GLOBAL binlog_format = 'ROW', and let the sessions that write begin again. The table must be copied again.`,
  })

export const rolledBack = (table: string) =>
  new ConnectorError({
    code: 'NOT_SUPPORTED',
    message: sentence`A transaction has changed ${table} and tables without transactions, and was rolled back in part.`,
    hint: sentence`The table must be copied again.`,
  })

/** Of the whole log. */
export const withoutIds = () =>
  new ConnectorError({
    code: 'NOT_SUPPORTED',
    message: sentence`The log of the source has transactions without a global id.`,
    hint: sentence`Execute at the source: SET GLOBAL gtid_mode = ON.`,
  })

export const notAscending = (gtid: string) =>
  new ConnectorError({
    code: 'LOG_GAP',
    message: sentence`A part of the source's log is missing: the numbers of its transactions begin again at ${gtid}.`,
    hint: sentence`The tables must be compared with the source, and what differs must be copied again. Execute at the source: SET GLOBAL gtid_strict_mode = ON;`,
  })
