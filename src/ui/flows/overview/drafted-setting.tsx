import { useLingui } from '@lingui/react/macro'

import type { Flow } from '../../../core/flows/flow.ts'
import { ErrorState } from '../../errors/error-state.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { lazyNamed } from '../../kit/lazy-named.ts'
import { useEditedFlow, useEditFlow } from '../../queries/use-flows.ts'

const SettingDialog = lazyNamed(() => import('../editor/setting-dialog.tsx'), 'SettingDialog')

interface DraftedSettingProps {
  readonly dialog: 'sql' | 'structure'
  readonly flow: Flow
  readonly mayAdd: boolean
  onClose(): void
}

/** A setting that is part of a draft: it is shown and saved as in the editor. */
export function DraftedSetting({ dialog, flow, mayAdd, onClose }: DraftedSettingProps) {
  const { t } = useLingui()
  const { edited, error: failure, refetch } = useEditedFlow(flow)
  const { mutate: edit, isPending, error } = useEditFlow()
  if (!edited) {
    return (
      failure && (
        <Dialog size="sm" title={t`The draft could not be loaded`} onClose={onClose}>
          <ErrorState title={t`The draft could not be loaded`} error={failure} onRetry={() => void refetch()} />
        </Dialog>
      )
    )
  }
  return (
    <SettingDialog
      {...{ dialog, mayAdd, error, onClose }}
      flow={edited}
      isBusy={isPending}
      isConflict={false}
      onChange={(change) => edit({ flow: edited, change }, { onSuccess: onClose })}
    />
  )
}
