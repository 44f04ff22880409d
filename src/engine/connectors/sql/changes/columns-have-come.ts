import { sentence } from '../../../../core/catalog/sentence.ts'
import type { AddedColumn } from '../../../ports/change-source.ts'
import { TableFailure } from '../../../ports/table-failure.ts'

/** Of a destination that cannot change a table in a transaction: a copy adds the columns. */
export function columnsHaveCome(entity: string, columns: readonly AddedColumn[]): TableFailure {
  const names = columns.map(({ name }) => name).join(', ')
  const problem = {
    code: 'SCHEMA_CHANGED' as const,
    message: sentence`${entity} has changed at the source: ${sentence`${names} has come`}.`,
    hint: sentence`The table is copied again.`,
    retryable: false,
  }
  return new TableFailure(entity, problem, { needs: 'copy' })
}
