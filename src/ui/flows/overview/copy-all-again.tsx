import { Trans, useLingui } from '@lingui/react/macro'
import { RotateCw } from 'lucide'
import { useState } from 'react'

import type { Flow } from '../../../core/flows/flow.ts'
import { useDisabledReason } from '../../access/use-disabled-reason.ts'
import { Button } from '../../kit/button/button.tsx'
import { AlertDialog } from '../../kit/dialog/alert-dialog.tsx'
import { useChangeMirroredTable } from '../../queries/use-mirrors.ts'

/** Asks first, because the source is read as a whole. */
export function CopyAllAgain({ flow }: { readonly flow: Flow }) {
  const { t } = useLingui()
  const { mutate: ask, isPending } = useChangeMirroredTable(flow.id)
  const [isAsking, setAsking] = useState(false)
  const disabledReason = useDisabledReason('flow.run')
  return (
    <>
      <Button size="sm" icon={RotateCw} disabledReason={disabledReason} onClick={() => setAsking(true)}>
        <Trans>Copy all again</Trans>
      </Button>
      {isAsking && (
        <AlertDialog
          title={<Trans>Copy every table again?</Trans>}
          description={<Trans>The source is read as a whole. Readers see the present rows meanwhile.</Trans>}
          confirmLabel={t`Copy all again`}
          isHarmless
          isBusy={isPending}
          onConfirm={() => ask({ action: 'copy' }, { onSettled: () => setAsking(false) })}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  )
}
