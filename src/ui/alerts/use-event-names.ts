import { useLingui } from '@lingui/react/macro'

import type { ChannelEvent } from '../../core/catalog/alert-events.ts'

/** The names of the events about which an organization can be notified. */
export function useEventNames(): Readonly<Record<ChannelEvent | 'test', string>> {
  const { t } = useLingui()
  return {
    failed: t`Failed`,
    recovered: t`Works again`,
    late: t`Late`,
    rejected: t`Rejected rows`,
    budget: t`Budget nearly spent`,
    succeeded: t`Succeeded`,
    'run.failed': t`Run failed`,
    'run.partially_succeeded': t`Run partly succeeded`,
    'run.cancelled': t`Run cancelled`,
    'run.skipped': t`Run skipped`,
    lineage: t`Lineage`,
    test: t`Test message`,
  }
}
