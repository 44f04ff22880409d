import type { MirroredTable } from './mirror.ts'

type Compared = Pick<MirroredTable, 'provenAt' | 'difference'>

/** The last comparison of the table has found a difference: it was not equal since. */
export const isDifferent = ({ provenAt, difference }: Compared): boolean =>
  difference !== undefined && (provenAt === undefined || difference.asOf > provenAt)

/** The latest moment at which all tables were equal to those of the source; nothing if one differs, or was never compared. */
export function provenAsOf(tables: readonly Compared[]): string | undefined {
  let earliest: string | undefined
  for (const table of tables) {
    if (table.provenAt === undefined || isDifferent(table)) return undefined
    if (earliest === undefined || table.provenAt < earliest) earliest = table.provenAt
  }
  return earliest
}
