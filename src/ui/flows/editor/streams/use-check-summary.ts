import { useLingui } from '@lingui/react/macro'

import { type DataCheck, isKnownCheck, type UnknownCheck } from '../../../../core/catalog/checks/data-checks.ts'
import { useFormats } from '../../../i18n/use-formats.ts'

/** The longest part of a query that a summary shows, in characters. */
const SHOWN_QUERY = 80

/** One line about a check. */
export function useCheckSummary(): (check: DataCheck | UnknownCheck) => string {
  const { t } = useLingui()
  const { number } = useFormats()
  return (check) => {
    if (!isKnownCheck(check)) return t`A check that this version does not know: ${check.type}`
    const list = 'columns' in check ? check.columns.join(', ') : ''
    switch (check.type) {
      case 'not_null':
        return t`${list}: every row has a value`
      case 'unique':
        return t`${list}: no value occurs twice`
      case 'accepted_values':
        return t`${check.column}: only ${check.values.join(', ')}`
      case 'row_count':
        return check.rows === undefined
          ? t`As many rows as in the last run, ± ${number(check.percent)} %`
          : t`${number(check.rows)} rows, ± ${number(check.percent)} %`
      case 'freshness':
        return t`${check.column}: at most ${number(check.hours)} hours ago`
      case 'foreign_key':
        return t`${list}: exists in ${check.target}`
      case 'sql':
        return check.name ?? check.query.slice(0, SHOWN_QUERY)
    }
  }
}
