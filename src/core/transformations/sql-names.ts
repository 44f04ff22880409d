import { sqlName } from './condition/sql-name.ts'

/** Texts in quotes are values and not names; they are at the odd positions. */
const split = (sql: string): readonly string[] => sql.split(/('(?:[^']|'')*')/)

/** Whether SQL names a column, with or without quotes, outside of texts. */
export const mentionsName = (sql: string, name: string): boolean =>
  split(sql).some((part, index) => index % 2 === 0 && (part.includes(quotedName(name)) || bareName(name).test(part)))

/** The same SQL with one name replaced by another. */
export const withNameInSql = (sql: string, from: string, to: string): string =>
  split(sql)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part.replaceAll(quotedName(from), quotedName(to)).replace(bareName(from), () => sqlName(to)),
    )
    .join('')

const quotedName = (name: string): string => `"${name.replaceAll('"', '""')}"`

const bareName = (name: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}_"'])${escaped(name)}(?![\\p{L}\\p{N}_"'])`, 'giu')

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
