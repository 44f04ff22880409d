import { useLingui } from '@lingui/react/macro'

import type { FlowStream } from '../../core/flows/flow.ts'

export interface PolicyOption<T> {
  readonly value: T
  readonly label: string
}

type Policy = 'drift' | 'onInvalid' | 'zeroDates' | 'emptyCursor' | 'ownTypes' | 'onVanished' | 'verify'

type PolicyNames = { readonly [Name in Policy]: readonly PolicyOption<NonNullable<FlowStream[Name]>>[] }

/** The choices of a stream for columns and rows that are not as usual. */
export function usePolicyNames(): PolicyNames {
  const { t } = useLingui()
  const fails = t`The run fails, nothing changes`
  const isKeptAside = t`Set aside and counted`
  return {
    drift: [
      { value: 'follow', label: t`The destination follows the changes` },
      { value: 'ignore', label: t`New columns are left out` },
      { value: 'stop', label: t`The run stops` },
    ],
    onInvalid: [
      { value: 'fail', label: fails },
      { value: 'reject', label: isKeptAside },
    ],
    zeroDates: [
      { value: 'null', label: t`Read as NULL and counted` },
      { value: 'reject', label: isKeptAside },
      { value: 'fail', label: fails },
    ],
    emptyCursor: [
      { value: 'read', label: t`Read in every run` },
      { value: 'leave-out', label: t`Left out and counted` },
      { value: 'fail', label: fails },
    ],
    ownTypes: [
      { value: 'create', label: t`Created in the destination` },
      { value: 'base', label: t`As their base types, or as text` },
    ],
    onVanished: [
      { value: 'keep', label: t`Keep it` },
      { value: 'mark', label: t`Mark it with the time of the run` },
      { value: 'remove', label: t`Remove it` },
    ],
    verify: [
      { value: 'keys', label: t`The number of rows and their keys` },
      { value: 'values', label: t`All values` },
    ],
  }
}
