import type { ConnectionType } from '../../../core/catalog/connections/connection-types.ts'
import { defined } from '../../../core/catalog/defined.ts'
import type { RejectingStream } from '../../../engine/move/run/move-request.ts'
import type { SourceColumn } from '../../../engine/ports/source.ts'
import type { KeptColumn } from '../../store/rejects/rejected-rows.ts'

/** The columns of rejected rows with what the destination needs to take them again as it took the others. */
export const keptColumns = (
  columns: readonly SourceColumn[],
  { system, computed = [] }: Pick<RejectingStream, 'system' | 'computed'>,
): readonly KeptColumn[] =>
  columns.map((column) =>
    system && !column.isComputed && !computed.includes(column.name) ? { ...column, system } : plain(column),
  )

/** The other types have no meaning outside their system. */
const plain = ({ name, type, value, nullable, keyPosition }: SourceColumn): SourceColumn =>
  defined({ name, type, value, nullable, keyPosition })

/** The system of stored columns, if any. */
export const systemOf = (columns: readonly KeptColumn[]): ConnectionType | undefined =>
  columns.find(({ system }) => system)?.system

/** The columns of rows that are sent again. */
export const sentAgain = (columns: readonly KeptColumn[]): readonly SourceColumn[] => {
  const own = systemOf(columns)
  return columns.map(({ system, ...column }) => (own && !system ? { ...column, isComputed: true } : column))
}
