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

/** What a check's label does not tell, in the order in which it is told. */
const DETAILS = ['rows', 'percent', 'hours', 'values', 'target', 'keys', 'query', 'severity'] as const

/** The settings of a check that its label does not tell, always with whether it stops the run; nothing of a check of a newer server. */
export function checkDetails(check: DataCheck | UnknownCheck): ReadonlyMap<string, unknown> {
  if (!isKnownCheck(check)) return new Map()
  const settings: Readonly<Record<string, unknown>> = { severity: 'fail', ...check }
  const isInLabel = (name: string) => name === 'query' && settings['name'] === undefined
  return new Map(
    DETAILS.flatMap((name) => (settings[name] == null || isInLabel(name) ? [] : [[name, settings[name]] as const])),
  )
}

/** The type and the rest of a label, also of one that begins with the place of the check, as older ones do. */
export function partsOfCheckLabel(label: string): { readonly type: string; readonly about: string } {
  const [, type = label, about = ''] = /^(?:\d+ )?(\w+)(?:: (.*))?$/s.exec(label) ?? []
  return { type, about }
}
