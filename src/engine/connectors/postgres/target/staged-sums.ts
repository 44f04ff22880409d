import type { TargetSums } from '../../../ports/target.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { cellSumsOf } from '../rows/cell-sums.ts'
import { digestsOf } from '../rows/key-digest.ts'
import { rowSumsOf } from '../rows/key-ranges.ts'
import type { WritePlan } from './plan-write.ts'
import type { NamedType } from './planned-columns.ts'

/** What can be summed of rows that wait in columns of these types. */
export function stagedSums(
  { columns, ignores }: Pick<WritePlan, 'ignores'> & { readonly columns: readonly NamedType[] },
  session: Pick<PostgresSession, 'major' | 'currency'>,
  encoding: string,
): TargetSums {
  const typesOf = (names: readonly string[]) =>
    names.map((name) => columns.find((column) => column.name === name)?.type ?? '')
  return {
    digests: (names) => digestsOf(typesOf(names), encoding),
    rows: (names) => {
      const types = typesOf(names)
      const summed = names.map((name, at) => ({ type: types[at] ?? '', isLoose: ignores[name] !== undefined }))
      return rowSumsOf(summed, session.major, encoding)
    },
    cells: (names) => cellSumsOf(typesOf(names), session, encoding),
  }
}
