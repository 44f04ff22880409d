import type { Landing } from './landing.ts'
import { quoteIdentifier } from './quote-identifier.ts'
import { swallowed } from './refill-landing.ts'
import type { RelationName } from './relation-name.ts'
import { sqlName } from './relation-name.ts'
import { lockFor, stageBeside, type Widening, widenStatement } from './widening.ts'

/** Rows go straight into the table, and nobody sees them before the transaction commits. Readers and writers are never blocked. */
export const appendLanding = (target: RelationName): Landing => ({
  effect: 'appended',
  staging: sqlName(target),
  isNew: false,
  async stage() {},
  async build() {},
  async show() {},
})

/** The table is changed too, which readers would have to wait for; so the rows gather beside it first. */
export function widenedAppendLanding(
  target: RelationName,
  stagingName: string,
  { columns, widening }: { readonly columns: readonly string[]; readonly widening: Widening },
): Landing {
  const staging = `pg_temp.${quoteIdentifier(stagingName)}`
  const list = columns.map(quoteIdentifier).join(', ')
  return {
    effect: 'appended',
    staging,
    isNew: true,
    lock: lockFor(target, 'ROW EXCLUSIVE', widening),
    stage: (session) => stageBeside(session, target, stagingName, { columns, widening }),
    async build() {},
    async show(session, rows) {
      await session.query(widenStatement(sqlName(target), widening))
      const written = await session.execute(
        `INSERT INTO ${sqlName(target)} (${list}) OVERRIDING SYSTEM VALUE SELECT ${list} FROM ${staging} ORDER BY ctid`,
      )
      if (written !== rows) throw swallowed(target, rows, written)
    },
  }
}
