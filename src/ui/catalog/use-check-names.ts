import { useLingui } from '@lingui/react/macro'

import { partsOfCheckLabel } from '../../core/catalog/checks/check-label.ts'
import type { CheckType } from '../../core/catalog/checks/data-checks.ts'

/** The names of the types of checks. */
export function useCheckNames(): Readonly<Record<CheckType, string>> {
  const { t } = useLingui()
  return {
    not_null: t`Every row has a value`,
    unique: t`No value occurs twice`,
    accepted_values: t`Only certain values`,
    row_count: t`About as many rows as expected`,
    freshness: t`The latest time is recent`,
    foreign_key: t`The values exist in another table`,
    sql: t`A query finds nothing`,
  }
}

/** The words for a check as the audit log and comparisons name it. */
export function useCheckLabel(): (label: string) => string {
  const names = useCheckNames()
  return (label) => {
    const { type, about } = partsOfCheckLabel(label)
    const name = Object.hasOwn(names, type) ? names[type as CheckType] : type
    return about === '' ? name : `${name}: ${about}`
  }
}
