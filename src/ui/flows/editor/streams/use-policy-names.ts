import { useLingui } from '@lingui/react/macro'

import type { FlowStream } from '../../../../core/flows/flow.ts'

interface PolicyOption<T> {
  readonly value: T
  readonly label: string
}

interface PolicyNames {
  readonly drift: readonly PolicyOption<NonNullable<FlowStream['drift']>>[]
  readonly onInvalid: readonly PolicyOption<NonNullable<FlowStream['onInvalid']>>[]
}

/** The choices for columns and rows that do not fit. */
export function usePolicyNames(): PolicyNames {
  const { t } = useLingui()
  return {
    drift: [
      { value: 'follow', label: t`The destination follows the changes` },
      { value: 'ignore', label: t`New columns are left out` },
      { value: 'stop', label: t`The run stops and says what changed` },
    ],
    onInvalid: [
      { value: 'fail', label: t`The run fails, nothing changes` },
      { value: 'reject', label: t`The row is kept aside and counted` },
    ],
  }
}
