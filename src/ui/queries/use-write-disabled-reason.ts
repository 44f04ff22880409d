import { useLingui } from '@lingui/react/macro'

import type { Flow } from '../../core/flows/flow.ts'
import { useDisabledReason } from '../access/use-disabled-reason.ts'

/** The reason why the user may not change a flow: the role, or a file that owns the flow. */
export function useWriteDisabledReason({ codeFile }: Pick<Flow, 'codeFile'>): string | undefined {
  const { t } = useLingui()
  const reason = useDisabledReason('flow.write')
  return reason ?? (codeFile === undefined ? undefined : t`Owned by ${codeFile}`)
}
