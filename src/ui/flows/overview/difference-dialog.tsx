import { Trans, useLingui } from '@lingui/react/macro'

import type { MirrorDifference } from '../../../core/mirrors/mirror.ts'
import { ErrorState } from '../../errors/error-state.tsx'
import { useFormats } from '../../i18n/use-formats.ts'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { SkeletonRows } from '../../kit/skeleton/skeleton.tsx'
import { useMirrorDifference } from '../../queries/use-mirrors.ts'
import { ChangedRows } from '../../runs/streams/changed-rows.tsx'
import { useDifferenceWords } from './use-difference-words.ts'

interface DifferenceDialogProps {
  readonly flowId: string
  readonly entity: string
  readonly difference: MirrorDifference
  onClose(): void
}

/** The rows of a mirrored table that the last comparison found to differ. */
export function DifferenceDialog({ flowId, entity, difference, onClose }: DifferenceDialogProps) {
  const { t } = useLingui()
  const { minute } = useFormats()
  const words = useDifferenceWords()
  const { data, isPending, isError, error, refetch } = useMirrorDifference(flowId, entity)
  return (
    <Dialog
      title={<Trans>Rows of {entity} that differed</Trans>}
      description={`${minute(difference.asOf)} · ${words(difference)}`}
      size="lg"
      onClose={onClose}
    >
      {isPending ? (
        <SkeletonRows count={3} />
      ) : isError ? (
        <ErrorState title={t`The rows could not be loaded`} error={error} onRetry={() => void refetch()} />
      ) : (
        <ChangedRows entity={entity} changes={data} isComparison />
      )}
    </Dialog>
  )
}
