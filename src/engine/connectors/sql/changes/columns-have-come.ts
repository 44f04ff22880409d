import { defined } from '../../../../core/catalog/defined.ts'
import { type Sentence, sentence } from '../../../../core/catalog/sentence.ts'
import type { AddedColumn } from '../../../ports/change-source.ts'
import type { Problem } from '../../../ports/connector.ts'
import { TableFailure } from '../../../ports/table-failure.ts'

/** Of a destination that cannot change a table in a transaction: a copy adds the columns. */
export const columnsHaveCome = (entity: string, columns: readonly AddedColumn[]): TableFailure =>
  new TableFailure(entity, haveCome(entity, columns, sentence`The table is copied again.`), { needs: 'copy' })

export function haveCome(entity: string, columns: readonly AddedColumn[], hint?: Sentence): Problem {
  const names = columns.map(({ name }) => name).join(', ')
  return defined({
    code: 'SCHEMA_CHANGED' as const,
    message: sentence`${entity} has changed at the source: ${sentence`${names} has come`}.`,
    hint,
    retryable: false,
  })
}
