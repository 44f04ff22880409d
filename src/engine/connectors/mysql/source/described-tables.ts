import { setTimeout as sleep } from 'node:timers/promises'
import { defined } from '../../../../core/catalog/defined.ts'
import { sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import { isMysqlSince8, type MysqlSession } from '../driver/mysql-session.ts'
import type { Table } from '../schema/describe-tables.ts'
import { type Made, madeOfTables } from '../schema/made-of-table.ts'
import { entityName, type TableName } from '../schema/table-name.ts'
import { tableNumbers } from '../schema/table-numbers.ts'
import { mentionedTables, mentionedViews, type ViewTexts } from '../schema/view-texts.ts'

/** Tables and views, with the texts of all views that are needed to understand them. */
export interface FoundTables extends ViewTexts {
  readonly tables: readonly Table[]
}

/** How a table was made, as far as the server tells. */
interface Origin {
  readonly table: TableName
  readonly as: string
  /** Of its files; only of tables that could otherwise be taken for others. */
  readonly number?: string
}

/** A second, and what the clocks of file systems are late. */
const YOUTH_MS = 1_100

/** Somebody may be making tables all the time. */
const LONGEST_WAIT_MS = 3 * YOUTH_MS

/**
 * What the tables of a run, and those behind its views, were when it described them first. Another table may have got such a name since then, as tools
 * that change tables online exchange them; in the snapshot it may be half full.
 */
export class DescribedTables {
  readonly #origins = new Map<string, readonly Origin[]>()

  /** @param look is asked again where a table is too young to be told from the next one with its name */
  async find(session: MysqlSession, look: () => Promise<FoundTables>): Promise<FoundTables> {
    for (let waited = 0; ; waited += YOUTH_MS) {
      const found = await look()
      const { origins, areTold } = await originsOf(session, found)
      if (areTold || waited >= LONGEST_WAIT_MS) {
        for (const [name, own] of origins) if (!this.#origins.has(name)) this.#origins.set(name, own)
        return found
      }
      await sleep(YOUTH_MS)
    }
  }

  /** @param session has read rows of the table and still has its locks, so that nobody changes it meanwhile. @throws ConnectorError */
  async refuseExchanged(session: MysqlSession, table: TableName): Promise<void> {
    const origins = this.#origins.get(entityName(table))
    if (!origins) return
    const numbered = origins.filter(({ number }) => number !== undefined).map((origin) => origin.table)
    const made = await madeOfTables(
      session,
      origins.map((origin) => origin.table),
    )
    const numbers = numbered.length > 0 ? await tableNumbers(session, numbered) : undefined
    const isSame = ({ table: one, as, number }: Origin) =>
      made.get(entityName(one))?.as === as && (number === undefined || numbers?.get(entityName(one)) === number)
    if (origins.every(isSame)) return
    throw new ConnectorError({
      code: 'SOURCE_CHANGED',
      message:
        origins.length > 1
          ? sentence`${entityName(table)} reads tables that were changed, or exchanged with others, after the run began.`
          : sentence`${entityName(table)} was changed, or exchanged with another table, after the run began.`,
      hint: sentence`Nothing was changed at the target. Run again.`,
      retryable: true,
    })
  }
}

/** @returns the origins of each table, and of all that each view mentions; `areTold` unless another table could have the same */
async function originsOf(session: MysqlSession, found: FoundTables) {
  const behind = new Map(found.tables.map((table) => [entityName(table), [table, ...behindView(table, found)]]))
  // Also those that read no table: the text of a view counts.
  const views = [...behind].flatMap(([name, all]) => (found.texts.has(name) ? all : []))
  const made = new Map<string, Made>([
    ...found.tables.map((table) => [entityName(table), table.made] as const),
    ...(views.length > 0 ? await madeOfTables(session, distinct(views)) : []),
  ])
  const isYoung = (table: TableName) => made.get(entityName(table))?.isYoung === true
  const ambiguous = distinct(
    [...behind.values()].flat().filter((table) => isMysqlSince8(session.facts) || isYoung(table)),
  )
  const numbers = ambiguous.length > 0 ? await tableNumbers(session, ambiguous) : undefined
  const originOf = (table: TableName): readonly Origin[] => {
    const name = entityName(table)
    const as = made.get(name)?.as
    return as === undefined ? [] : [{ table, as, ...defined({ number: numbers?.get(name) }) }]
  }
  return {
    origins: new Map([...behind].map(([name, all]) => [name, distinct(all).flatMap(originOf)])),
    areTold: ambiguous.every((table) => !isYoung(table) || numbers?.has(entityName(table))),
  }
}

/** Views of views too. A stored function may read others, of which nobody knows. */
function behindView(view: TableName, { all, texts }: ViewTexts): readonly TableName[] {
  const seen = new Map([[entityName(view), view]])
  for (const one of seen.values()) {
    const text = texts.get(entityName(one)) ?? ''
    for (const other of [...mentionedTables(text), ...mentionedViews(text, all)]) seen.set(entityName(other), other)
  }
  return [...seen.values()].slice(1)
}

const distinct = (tables: readonly TableName[]): readonly TableName[] => [
  ...new Map(tables.map((table) => [entityName(table), table])).values(),
]
