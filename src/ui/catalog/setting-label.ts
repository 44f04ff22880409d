import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** By setting, or by `type.setting` if the same name has another meaning in that type. */
const LABELS: Readonly<Record<string, MessageDescriptor>> = {
  columns: msg`Columns`,
  'select.columns': msg`Columns to keep`,
  'join.columns': msg`Columns to add`,
  where: msg`Keep rows where`,
  by: msg`By`,
  'deduplicate.by': msg`Rows count as equal when these are equal`,
  'aggregate.by': msg`Group by`,
  'deduplicate.keep': msg`Of these, keep the first by`,
  measures: msg`Measures`,
  rows: msg`Number of rows`,
  'join.rows': msg`Rows without a match`,
  stream: msg`Other table`,
  on: msg`Where these are equal`,
  query: msg`Query`,
  column: msg`Column`,
  other: msg`Column of the other table`,
  to: msg`New name`,
  name: msg`Name`,
  type: msg`Type`,
  expression: msg`Expression`,
  method: msg`Method`,
  direction: msg`Order`,
  function: msg`Function`,
}

/** The name of a setting of a step. */
export function settingLabel(i18n: I18n, type: string, name: string): string {
  const label = LABELS[`${type}.${name}`] ?? LABELS[name]
  return label ? i18n._(label) : name
}
