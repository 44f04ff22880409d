import { sentence } from '../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../ports/connector.ts'
import type { Dataset, Table } from './dataset.ts'

/**
 * Just before the rows are put in place. A load would make a table anew that somebody has dropped, with the new rows alone, and take away a column that
 * somebody has added.
 * @param planned the table as the run has found it; absent if there was none
 * @throws ConnectorError `TARGET_CHANGED`
 */
export async function refuseChanged(dataset: Dataset, table: string, planned: Table | undefined): Promise<void> {
  if (shapeOf(await dataset.table(table)) === shapeOf(planned)) return
  throw new ConnectorError({
    code: 'TARGET_CHANGED',
    message: sentence`The table ${table} was changed during the run.`,
    hint: sentence`Its old rows and the change are kept. Run again.`,
    retryable: true,
  })
}

const shapeOf = (found: Table | undefined): string =>
  JSON.stringify(
    found && [found.type, found.fields.map(({ name, type, mode, collation }) => [name, type, mode, collation])],
  )

/** What BigQuery itself refuses in the moment after that: a table that has come with rows, and one that is gone. */
export const dispositionOf = (planned: Table | undefined, writeDisposition: 'WRITE_TRUNCATE' | 'WRITE_APPEND') =>
  planned
    ? { createDisposition: 'CREATE_NEVER', writeDisposition }
    : { createDisposition: 'CREATE_IF_NEEDED', writeDisposition: 'WRITE_EMPTY' }
