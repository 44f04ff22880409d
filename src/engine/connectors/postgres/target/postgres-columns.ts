import { defined } from '../../../../core/catalog/defined.ts'
import { sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import type { SourceColumn } from '../../../ports/source.ts'
import type { TargetRequest } from '../../../ports/target-request.ts'
import { withBaseTypes } from '../schema/base-type.ts'
import { columnTypeFor } from '../schema/column-type-for.ts'
import { LONGEST_NAME } from '../schema/short-name.ts'

/** Every table has them. Source: the documentation of Postgres, "System Columns". */
const OF_THE_SYSTEM: readonly string[] = ['tableoid', 'xmin', 'cmin', 'xmax', 'cmax', 'ctid']

/** The columns with Postgres types, from any source system. @throws ConnectorError `NAME_TOO_LONG`, `NAME_NOT_POSSIBLE` */
export function postgresColumns(
  columns: readonly SourceColumn[],
  { system, computed = [], ownTypes = 'create' }: Pick<TargetRequest, 'system' | 'computed' | 'ownTypes'>,
): readonly SourceColumn[] {
  refuseLongNames(columns.map(({ name }) => name))
  refuseReservedNames(columns.map(({ name }) => name))
  const isOwn = ({ name }: SourceColumn) => system === 'postgres' && !computed.includes(name)
  const own = columns.map((column) => (isOwn(column) ? column : ofValue(column)))
  return ownTypes === 'base' ? withBaseTypes(own) : own
}

const ofValue = ({ name, value, nullable, mayBeReadAsNull, keyPosition }: SourceColumn): SourceColumn =>
  defined({ name, type: columnTypeFor(value), value, nullable: nullable || mayBeReadAsNull === true, keyPosition })

export function refuseReservedNames(names: readonly string[]): void {
  const reserved = names.filter((name) => OF_THE_SYSTEM.includes(name))
  if (reserved.length > 0)
    throw new ConnectorError({
      code: 'NAME_NOT_POSSIBLE',
      message: sentence`Every table of Postgres has system columns with these names, so no other column can have them: ${reserved.join(', ')}.`,
      hint: sentence`Rename the columns with a transformation (rename).`,
    })
}

export function refuseLongNames(names: readonly string[]): void {
  const long = names.filter((name) => Buffer.byteLength(name) > LONGEST_NAME)
  if (long.length === 0) return
  throw new ConnectorError({
    code: 'NAME_TOO_LONG',
    message: sentence`Postgres keeps only ${LONGEST_NAME} bytes of a name; these are longer: ${long.join(', ')}.`,
    hint: sentence`Rename the columns with a transformation, or choose a shorter target.`,
  })
}
