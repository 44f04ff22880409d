import type { MysqlSession } from '../driver/mysql-session.ts'
import { namedCondition } from './named-condition.ts'
import { entityName, type TableName } from './table-name.ts'

export interface ViewTexts {
  /** Every view that the account sees. */
  readonly all: readonly TableName[]
  /** Of the wanted views and of those behind them, by name. Empty without the right SHOW VIEW. */
  readonly texts: ReadonlyMap<string, string>
}

/** More at once would be a long statement. */
const VIEWS_AT_ONCE = 200

/** The texts of views as the server has them, and of the views that they mention. */
export async function viewTexts(session: MysqlSession, views: readonly TableName[]): Promise<ViewTexts> {
  if (views.length === 0) return { all: [], texts: new Map() }
  const all = (
    await session.query(`SELECT TABLE_SCHEMA AS db, TABLE_NAME AS name FROM information_schema.TABLES
      WHERE TABLE_TYPE = 'VIEW' AND TABLE_SCHEMA NOT IN ('information_schema', 'mysql', 'performance_schema', 'sys')`)
  ).map(({ db, name }): TableName => ({ database: db ?? '', name: name ?? '' }))
  const texts = new Map<string, string>()
  let wanted = views
  while (wanted.length > 0) {
    const some = wanted.slice(0, VIEWS_AT_ONCE)
    const found = await textsOf(session, some)
    for (const view of some) texts.set(entityName(view), found.get(entityName(view)) ?? '')
    const mentioned = [...found.values()].flatMap((text) => mentionedViews(text, all))
    const further = new Map([...wanted.slice(VIEWS_AT_ONCE), ...mentioned].map((view) => [entityName(view), view]))
    wanted = [...further.values()].filter((view) => !texts.has(entityName(view)))
  }
  return { all, texts }
}

export async function textsOf(
  session: MysqlSession,
  views: readonly TableName[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await session.query(
    `SELECT TABLE_SCHEMA AS db, TABLE_NAME AS name, VIEW_DEFINITION AS text FROM information_schema.VIEWS WHERE ${namedCondition(views)}`,
  )
  return new Map(rows.map(({ db, name, text }) => [entityName({ database: db ?? '', name: name ?? '' }), text ?? '']))
}

export const NAME = '`(?:[^`]|``)+`'

export const bare = (quoted: string): string => quoted.slice(1, -1).replaceAll('``', '`')

export const namesOf = (text: string): readonly string[] =>
  [...text.matchAll(new RegExp(NAME, 'g'))].map(([name]) => bare(name))

export function mentionedViews(text: string, all: readonly TableName[]): readonly TableName[] {
  const names = new Set(namesOf(text).map((name) => name.toLowerCase()))
  return all.filter(({ name }) => names.has(name.toLowerCase()))
}

const TABLE = new RegExp(`(?<![.])(${NAME})\\.(${NAME})`, 'g')

/** The server gives every table of a text its database. A column with its table looks the same, and there is seldom a table of that name. */
export const mentionedTables = (text: string): readonly TableName[] =>
  [...text.matchAll(TABLE)].map(([, database = '', name = '']) => ({ database: bare(database), name: bare(name) }))

/** Whether it calls stored functions: the server's own have no quotation marks. */
export const callsFunctions = (text: string): boolean => /`\(/.test(text)
