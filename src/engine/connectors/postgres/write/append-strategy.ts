import { defined } from '../../../../core/catalog/defined.ts'
import type { Overlap } from '../../../ports/target-request.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { onlyRows, type RelationName, type RowsOwner, sqlName } from '../schema/relation-name.ts'
import { alteredRows } from './altered-rows.ts'
import { swallowed } from './refill-strategy.ts'
import { cursorFrom, dropRepeated, type StagedColumn } from './repeated-rows.ts'
import { createStaging, lockAsWriter, lockFor, type Widening, widenStatement } from './widening.ts'
import type { WriteStrategy } from './write-strategy.ts'

/** Rows go directly into the table, and nobody sees them before the commit. Readers and writers are never blocked. */
export const appendStrategy = (target: RelationName): WriteStrategy => ({
  effect: 'appended',
  staging: sqlName(target),
  isNew: false,
  // So that the copy, whose rows may have to wait for other rows, need not wait for the table.
  stage: (session) => session.execute(lockAsWriter(target)).then(() => undefined),
  async build() {},
  publish: async () => undefined,
})

export interface StagedAppend {
  readonly columns: readonly StagedColumn[]
  readonly widening: Widening
  /** Absent: all rows are new. */
  readonly overlap?: Overlap
}

/** Rows are staged first, because the table also changes, which would block readers, or because some rows may already exist. */
export function stagedAppendStrategy(
  target: RowsOwner,
  stagingName: string,
  { columns, widening, overlap }: StagedAppend,
): WriteStrategy {
  const table = sqlName(target)
  const staging = `pg_temp.${quoteIdentifier(stagingName)}`
  const names = columns.map(({ name }) => name)
  const list = names.map(quoteIdentifier).join(', ')
  const known = columns.filter(({ name }) => !widening.added.some((column) => column.name === name))
  return {
    effect: 'appended',
    staging,
    isNew: true,
    lock: lockFor(target, lockAsWriter(target), widening),
    stage: (session) => createStaging(session, target, stagingName, { columns: names, widening }),
    async build() {},
    async publish(session, rows) {
      await session.query(widenStatement(table, widening))
      const repeated = overlap
        ? await dropRepeated(session, { staging, target: onlyRows(target), columns: known, overlap })
        : 0
      const written = await session.execute(
        `INSERT INTO ${table} (${list}) OVERRIDING SYSTEM VALUE SELECT ${list} FROM ${staging} ORDER BY ctid`,
      )
      if (written !== rows - repeated) throw swallowed(target, rows - repeated, written)
      const since = overlap && cursorFrom(known, overlap, staging)
      const placed = { target, staged: staging, columns: names, ...defined({ among: since }) }
      const altered = written > 0 ? await alteredRows(session, placed) : undefined
      return defined({ repeated, altered })
    },
  }
}
