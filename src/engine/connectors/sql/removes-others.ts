import { sentence } from '../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../ports/connector.ts'

/** Rows that stay refer to rows that would be removed, and a foreign key of the table to itself removes or changes them then. */
export const removesOthers = (target: string, foreignKey: string): ConnectorError =>
  new ConnectorError({
    code: 'ROW_COUNT_MISMATCH',
    message: sentence`Rows of ${target} refer to rows that are gone at the source, and its foreign key ${foreignKey} would remove or change them as well.`,
    hint: sentence`Nothing was changed. Read all rows of the table, without a cursor, or mark rows that are gone instead of removing them.`,
    retryable: true,
  })

/** The table has other rows, or other values, after the removal than it should: a trigger, or a chain of foreign keys, has acted on others. */
export const removedOthers = (target: string): ConnectorError =>
  new ConnectorError({
    code: 'ROW_COUNT_MISMATCH',
    message: sentence`The removal of rows that are gone at the source would remove, add or change other rows of ${target}; a trigger or foreign keys of other tables do that.`,
    hint: sentence`Nothing was changed. Change the trigger or the foreign keys, or mark rows that are gone instead of removing them.`,
    retryable: true,
  })
