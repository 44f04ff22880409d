import { useLingui } from '@lingui/react/macro'

import type { AlertEvent } from '../../core/catalog/alert-events.ts'

/** What an organization can be told of a flow, in words. */
export function useEventNames(): Readonly<Record<AlertEvent | 'test', string>> {
  const { t } = useLingui()
  return {
    failed: t`Failed`,
    recovered: t`Works again`,
    late: t`Late`,
    rejected: t`Rejected rows`,
    test: t`Test`,
  }
}
