import { defined } from '../../../../core/catalog/defined.ts'
import { grantedDatabase } from '../../../../core/catalog/granted-database.ts'
import { type Sentence, sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import type { IgnoredColumns } from '../../../ports/target.ts'
import { isUniqueInBoth, mergedBy } from '../../shared/equal-keys.ts'
import { newerIn } from '../../shared/newer-in.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import { type Table, TRANSACTIONAL } from '../schema/describe-tables.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { entityName, sqlName } from '../schema/table-name.ts'
import { type Merge, MergeStrategy } from '../write/merge-strategy.ts'
import type { PlainStaging } from '../write/plain-staging.ts'
import { renameStrategy } from '../write/rename-strategy.ts'
import type { Vanishing } from '../write/vanished-rows.ts'
import type { WideningPlan } from '../write/widening.ts'
import type { WriteStrategy } from '../write/write-strategy.ts'
import { isSameName } from './check-target.ts'
import type { Write, WrittenColumn } from './plan-write.ts'
import type { SurveyedTarget } from './survey-targets.ts'

/** How rows are written to an existing table. @param rows the new rows: their columns, and which of them the table already has */
export async function chooseStrategy(
  { session, request, fence, name, key }: Write,
  existing: Table,
  dependents: Omit<SurveyedTarget, 'table'>,
  rows: {
    readonly columns: readonly string[]
    readonly known: readonly WrittenColumn[]
    readonly widening: WideningPlan | undefined
    readonly ignores: IgnoredColumns
    readonly vanishing?: Vanishing
  },
): Promise<{ readonly strategy: WriteStrategy; readonly notes: readonly Sentence[] }> {
  const { mode, overlap, isDry } = request
  const { columns, known, widening, ignores, vanishing } = rows
  const plain = request.checksValues && stagingOf(existing, columns, mode === 'upsert' ? key : [])
  const merge = (existing: Merge['existing'], repeats?: Merge['repeats']) =>
    new MergeStrategy(fence, {
      columns,
      known: known.map(({ column, type }) => ({
        name: column.name,
        type,
        isMerging: mergedBy(request.columns, [column.name], ignores).length > 0,
      })),
      existing,
      planned: dependents.definition,
      widening,
      ...defined({ repeats, vanishing, plain }),
    })
  if (mode === 'upsert') await requireUnique(session, existing, key)
  const canSwap = mode === 'replace' && isSwappable(existing, dependents)
  const hasTransactions = existing.engine !== undefined && TRANSACTIONAL.test(existing.engine)
  if (canSwap && !(plain && hasTransactions))
    return { strategy: renameStrategy(fence, { planned: dependents.definition, widening }), notes: [] }
  refuseWithoutTransactions(existing, name)
  if (mode === 'upsert') {
    const respelled = key.filter((name) => ignores[name])
    const names = known.map(({ column }) => column.name)
    const keepsNewer = newerIn(request.keepsNewer, names)
    const isUnique = isUniqueInBoth(request.columns, key, ignores)
    return { strategy: merge({ key, respelled, isUnique, ...defined({ keepsNewer }) }), notes: [] }
  }
  if (mode === 'append') return { strategy: merge('kept', overlap), notes: [] }
  if (canSwap)
    return {
      strategy: merge('replaced'),
      notes: [
        isDry
          ? sentence`The rows of ${name} would be replaced inside the table, because rows that break its rules are kept aside. Where such rows end the run, it would exchange the table, which is faster.`
          : sentence`The rows of ${name} are replaced inside the table, because rows that break its rules are kept aside. Where such rows end the run, it would exchange the table, which is faster.`,
      ],
    }
  const note = dependents.hasDependents ? dependentsNote(name, isDry) : hiddenNote(name, existing, isDry)
  return { strategy: merge('replaced'), notes: [note] }
}

const dependentsNote = (name: string, isDry: boolean | undefined) =>
  isDry
    ? sentence`${name} has foreign keys or triggers, so its rows would be replaced inside the table, and its triggers would run. Without them runs would exchange the table, which is faster.`
    : sentence`${name} has foreign keys or triggers, so its rows are replaced inside the table, and its triggers run. Without them runs would exchange the table, which is faster.`

function hiddenNote(name: string, { database }: Table, isDry: boolean | undefined): Sentence {
  const grant = `GRANT TRIGGER ON ${quoteIdentifier(grantedDatabase(database))}.*`
  return isDry
    ? sentence`${name} may have triggers that the account does not see, so its rows would be replaced inside the table. With the right to see them (${grant}) runs would exchange a table without triggers, which is faster.`
    : sentence`${name} may have triggers that the account does not see, so its rows are replaced inside the table. With the right to see them (${grant}) runs would exchange a table without triggers, which is faster.`
}

/** How rows are staged that may break a constraint; nothing if the server could not create such a table. */
function stagingOf(existing: Table, columns: readonly string[], key: readonly string[]): PlainStaging | undefined {
  const own = existing.columns.filter(({ name }) => columns.some((column) => isSameName(column, name)))
  const isLong = (name: string) =>
    own.some((column) => isSameName(column.name, name) && /(text|blob)\b/.test(column.type))
  if (own.some(({ hasZeroDefault }) => hasZeroDefault) || key.some(isLong)) return undefined
  return { columns: own.map(({ name }) => name), key }
}

/** A copy of the definition has neither triggers nor foreign keys. @throws ConnectorError if other tables refer to it */
function isSwappable(
  table: Table,
  { pointing, hasDependents, mayHideTriggers }: Omit<SurveyedTarget, 'table'>,
): boolean {
  if (pointing.length === 0) return !hasDependents && !mayHideTriggers
  throw new ConnectorError({
    code: 'TARGET_IN_USE',
    message: sentence`Foreign keys point to ${entityName(table)}, so its rows cannot be replaced: ${pointing.join(', ')}.`,
    hint: sentence`Use the mode "upsert", remove the foreign keys, or choose another target.`,
  })
}

/** The server updates a row that matches any unique index, so there must be one over the key and no other. @throws ConnectorError */
async function requireUnique(session: MysqlSession, table: Table, key: readonly string[]): Promise<void> {
  const rows = await session.query(
    `SELECT INDEX_NAME AS name, COLUMN_NAME AS col FROM information_schema.STATISTICS
     WHERE TABLE_SCHEMA = ? AND BINARY TABLE_NAME = ? AND NON_UNIQUE = 0 AND INDEX_SCHEMA = TABLE_SCHEMA`,
    [table.database, table.name],
  )
  const indexes = [...Map.groupBy(rows, (row) => row['name'] ?? '')]
  const wanted = key
    .map((name) => name.toLowerCase())
    .sort()
    .join('\0')
  const isKey = (index: readonly (typeof rows)[number][]) =>
    index
      .map((row) => (row['col'] ?? '').toLowerCase())
      .sort()
      .join('\0') === wanted
  const others = indexes.filter(([, index]) => !isKey(index)).map(([name]) => name)
  if (others.length < indexes.length && others.length === 0) return
  const isMissing = others.length === indexes.length
  throw new ConnectorError(
    defined({
      code: isMissing ? 'KEY_NOT_UNIQUE' : 'KEY_AMBIGUOUS',
      message: isMissing
        ? sentence`${entityName(table)} has no unique index over ${key.join(', ')}.`
        : sentence`${entityName(table)} has other unique indexes, so the server could update the wrong row: ${others.join(', ')}.`,
      hint: isMissing
        ? sentence`Create one (CREATE UNIQUE INDEX), choose another key, or drop the table so that it is created again.`
        : sentence`Drop those indexes, use the mode "replace", or choose another target.`,
      object: isMissing ? { kind: 'table', schema: table.database, name: table.name, columns: key } : undefined,
    }),
  )
}

function refuseWithoutTransactions({ engine }: Table, name: string): void {
  if (engine !== undefined && TRANSACTIONAL.test(engine)) return
  throw new ConnectorError({
    code: 'TARGET_NOT_TRANSACTIONAL',
    message: sentence`${name} is stored by ${engine ?? sentence`no engine`}, which has no transactions: readers could see half of the rows.`,
    hint: sentence`Change it (ALTER TABLE ${sqlName({ database: '…', name: '…' })} ENGINE = InnoDB), or use the mode "replace".`,
  })
}
