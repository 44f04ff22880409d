import type { UnderlyingNames } from '../../../ports/source.ts'
import { entityName, type TableName } from './table-name.ts'
import { bare, callsFunctions, mentionedViews, NAME, namesOf, type ViewTexts } from './view-texts.ts'

/**
 * The names, in the tables behind, of the columns of views: by the texts of the views as the server has them, through views of views. What is
 * computed counts as made from every name in the text. Without the right SHOW VIEW, and where a stored function is asked, nobody knows.
 */
export function underlyingNames({ all, texts }: ViewTexts): (view: TableName, column: string) => UnderlyingNames {
  const behind = (view: TableName, column: string, seen: readonly string[]): UnderlyingNames => {
    const text = texts.get(entityName(view)) ?? ''
    const own = namesIn(text, column)
    if (own === 'unknown') return own
    const found = new Set(own)
    const path = [...seen, entityName(view)]
    for (const other of mentionedViews(text, all).filter((one) => !path.includes(entityName(one)))) {
      for (const name of own) {
        const further = behind(other, name, path)
        if (further === 'unknown') return further
        for (const one of further) found.add(one)
      }
    }
    return [...found]
  }
  return (view, column) => behind(view, column, [])
}

/** A column that is taken unchanged. The server gives every column of a text its alias, and puts what is computed into brackets. */
const TAKEN = new RegExp(`(?<=,|\\bselect |\\bdistinct )(?:${NAME}\\.)*(${NAME}) AS (${NAME})`, 'gi')

const ALIAS = new RegExp(`\\bAS (${NAME})`, 'gi')

/** The names from which a text makes a column. */
export function namesIn(text: string, column: string): UnderlyingNames {
  if (text === '') return 'unknown'
  const isOwn = (alias = '') => bare(alias).toLowerCase() === column.toLowerCase()
  const taken = [...text.matchAll(TAKEN)].filter(([, , alias]) => isOwn(alias))
  const aliases = [...text.matchAll(ALIAS)].filter(([, alias]) => isOwn(alias))
  const isPlain = taken.length > 0 && taken.length === aliases.length && !SEVERAL_QUERIES.test(text)
  if (isPlain) return taken.map(([, name = '']) => bare(name))
  return callsFunctions(text) ? 'unknown' : namesOf(text)
}

/** Only the first of several queries names the columns. */
const SEVERAL_QUERIES = /\b(union|intersect|except|with)\b/i
