import { useLingui } from '@lingui/react/macro'

import type { Mend } from '../../../core/mends/mend.ts'
import type { Run } from '../../../core/runs/run.ts'
import { CopyText } from '../../kit/copy-text/copy-text.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { NextRun } from './mended-dialog.tsx'
import { useMendTexts } from './use-mend-texts.ts'

interface CopyMendDialogProps {
  readonly run: Run
  readonly mend: Extract<Mend, { kind: 'copy' }>
  onClose(): void
}

/** A text for whoever may change the other system; afterwards the flow can be run again. */
export function CopyMendDialog({ run, mend, onClose }: CopyMendDialogProps) {
  const { t } = useLingui()
  const { label, effect } = useMendTexts()(mend)
  return (
    <Dialog title={label} description={effect} onClose={onClose} footer={<NextRun run={run} onClose={onClose} />}>
      <CopyText label={t`Text`} text={mend.text} />
    </Dialog>
  )
}
