import { type Sentence, sentence } from '../../../../core/catalog/sentence.ts'
import type { PartOutcome } from '../../../ports/structure-builder.ts'
import type { StructurePart, ViewPart } from '../../../ports/table-structure.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import { recordForeignKey } from '../fence/created-tables.ts'
import type { FenceKey } from '../fence/fence.ts'
import { describeTables } from '../schema/describe-tables.ts'
import { quoteLiteral } from '../schema/quote-identifier.ts'
import { sqlName } from '../schema/table-name.ts'
import { mysqlProblem } from '../session/mysql-problem.ts'
import { advanceCounter } from './advance-counters.ts'
import { type ExistingTable, existingTable, isOtherOfName, isPresent, nameOfCheck } from './existing-parts.ts'
import { addition, createView, definesColumn, modifyColumn } from './part-statements.ts'
import { otherOfName } from './refuse-parts.ts'

type Report = (part: StructurePart, outcome: PartOutcome) => void

/**
 * Builds parts of one table. The server copies the table for some of them, so those of one kind are built by one statement, and one by one if it
 * refuses that. @throws errors after which an attempt may succeed
 */
export async function buildTable(
  session: MysqlSession,
  key: FenceKey,
  parts: readonly StructurePart[],
  report: Report,
): Promise<void> {
  const existing = await existingTable(session, key.target)
  const missing = parts.filter((part) => {
    const isThere = existing !== undefined && isPresent(part, existing)
    if (isThere) report(part, { state: 'present', ...noteOf(part, existing) })
    const isOther = !isThere && existing !== undefined && isOtherOfName(part, existing)
    if (isOther) report(part, { state: 'left', reason: otherOfName(part.name) })
    return !isThere && !isOther
  })
  const { isMariaDb } = session.facts
  const isOfColumn = (part: StructurePart) => definesColumn(part, isMariaDb)
  const ofColumns = [...keysOfNumbers(missing), ...missing.filter(isOfColumn)]
  if (ofColumns.length > 0) await inOne(ofColumns, report, (some) => alterColumns(session, key, parts, some))
  const others = missing.filter((part) => !ofColumns.includes(part))
  for (const part of others) if (part.kind === 'foreign_key') await recordForeignKey(session, key, part.name)
  const [views, additions] = [others.filter(isView), others.filter((part) => !isView(part))]
  if (additions.length > 0)
    await inOne(additions, report, (some) =>
      session.query(
        `ALTER TABLE ${sqlName(key.target)} ${some.flatMap((part) => addition(part, isMariaDb) ?? []).join(', ')}`,
      ),
    )
  for (const view of views) await inOne([view], report, () => buildView(session, view))
  const numbered = parts.find((part) => part.kind === 'identity')
  if (numbered) await advanceCounter(session, key.target, numbered.rules.last)
}

/** A column that numbers its rows must be the first of an index by the same statement; the primary key may be another. */
const keysOfNumbers = (missing: readonly StructurePart[]): readonly StructurePart[] =>
  missing
    .filter(({ kind }) => kind === 'identity')
    .flatMap(({ name }) =>
      missing
        .filter((part) => (part.kind === 'index' || part.kind === 'unique') && part.elements[0]?.column === name)
        .slice(0, 1),
    )

/** MySQL has each name of a check once in a database, so the copy that replaces a table could not keep it. */
function noteOf(part: StructurePart, existing: ExistingTable): { readonly note?: Sentence } {
  const name = part.kind === 'check' ? nameOfCheck(part, existing) : undefined
  if (name === undefined || name === part.name) return {}
  return { note: sentence`Since a run has replaced the table, MySQL calls it ${name}.` }
}

/** Texts in the query of a view have the collation of the session that created it. */
async function buildView(session: MysqlSession, view: ViewPart): Promise<void> {
  const [row] = await session.query('SELECT @@collation_connection AS usual')
  // The two kinds of servers do not know each other's newer collations.
  if (view.collation !== undefined)
    await session.query(`SET collation_connection = ${quoteLiteral(view.collation)}`).catch(() => {})
  try {
    await session.query(createView(view))
  } finally {
    await session.query(`SET collation_connection = ${quoteLiteral(row?.['usual'] ?? '')}`)
  }
}

const isView = (part: StructurePart): part is ViewPart => part.kind === 'view'

/** @throws errors after which an attempt may succeed */
async function inOne(
  parts: readonly StructurePart[],
  report: Report,
  build: (parts: readonly StructurePart[]) => Promise<unknown>,
): Promise<void> {
  try {
    await build(parts)
    for (const part of parts) report(part, { state: 'built' })
  } catch (error) {
    const problem = mysqlProblem(error, 'destination')
    if (problem.retryable) throw error
    if (parts.length === 1) for (const part of parts) report(part, { state: 'failed', problem })
    else for (const part of parts) await inOne([part], report, build)
  }
}

/** @param parts all of the table: a definition must say everything again. @param some of them that are built now */
async function alterColumns(
  session: MysqlSession,
  { target }: FenceKey,
  parts: readonly StructurePart[],
  some: readonly StructurePart[],
): Promise<void> {
  const [table] = await describeTables(session, { only: [target] })
  const existing = await existingTable(session, target)
  const { isMariaDb } = session.facts
  const isOfColumn = (part: StructurePart) => definesColumn(part, isMariaDb)
  const names = new Set(some.filter(isOfColumn).map(({ name }) => name))
  const changes = (table?.columns ?? []).flatMap((column) => {
    if (!names.has(column.name)) return []
    const own = parts.filter(
      (part) =>
        part.name === column.name &&
        isOfColumn(part) &&
        (some.includes(part) || (existing !== undefined && isPresent(part, existing))),
    )
    return [modifyColumn(column, own, existing?.collation)]
  })
  const keys = some.flatMap((part) => (isOfColumn(part) ? [] : (addition(part, isMariaDb) ?? [])))
  const all = [...changes, ...keys]
  if (all.length > 0) await session.query(`ALTER TABLE ${sqlName(target)} ${all.join(', ')}`)
}
