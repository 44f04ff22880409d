import { columnsOfCheck, type DataCheck, isKnownCheck, type UnknownCheck } from './data-checks.ts'

/** The longest part of a query that it shows, in characters. */
const SHOWN_QUERY = 80

/** A check in the audit log and in comparisons: its type, then the columns or the query that it is about. */
export function checkLabel(check: DataCheck | UnknownCheck): string {
  const about = isKnownCheck(check) ? aboutOf(check) : ''
  return about === '' ? check.type : `${check.type}: ${about}`
}

const aboutOf = (check: DataCheck): string =>
  check.type === 'sql' ? (check.name ?? check.query.slice(0, SHOWN_QUERY)) : columnsOfCheck(check).join(', ')

/** The type and the rest of a label, also of one that begins with the place of the check, as older ones do. */
export function partsOfCheckLabel(label: string): { readonly type: string; readonly about: string } {
  const [, type = label, about = ''] = /^(?:\d+ )?(\w+)(?:: (.*))?$/s.exec(label) ?? []
  return { type, about }
}
