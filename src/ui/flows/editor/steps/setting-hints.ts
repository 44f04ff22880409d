import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** By setting, or by `type.setting` if the same name has another meaning in that type. */
const HINTS: Readonly<Record<string, MessageDescriptor>> = {
  'join.columns': msg`None chosen: all of them`,
  where: msg`A SQL condition, such as total > 0 AND status = 'paid'`,
  'aggregate.by': msg`None chosen: one row for all`,
  'deduplicate.keep': msg`Without an order, any one of them is kept`,
  query: msg`One SELECT query; it reads the rows from a table with the name input`,
}

export function settingHint(i18n: I18n, type: string, name: string): string | undefined {
  const hint = HINTS[`${type}.${name}`] ?? HINTS[name]
  return hint && i18n._(hint)
}
