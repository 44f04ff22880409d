import { Trans, useLingui } from '@lingui/react/macro'
import { Scale } from 'lucide'

import type { Flow } from '../../../core/flows/flow.ts'
import type { Mirror } from '../../../core/mirrors/mirror.ts'
import { useDisabledReason } from '../../access/use-disabled-reason.ts'
import { Button } from '../../kit/button/button.tsx'
import { useCompareMirror } from '../../queries/use-mirrors.ts'

interface CompareAllProps {
  readonly flow: Flow
  readonly mirror: Mirror
}

/** Compares both sides of all tables, while the mirror goes on. */
export function CompareAll({ flow, mirror: { wanted, tables } }: CompareAllProps) {
  const { t } = useLingui()
  const { mutate: compare, isPending } = useCompareMirror(flow.id)
  const disabledReason = useDisabledReason('flow.run') ?? (wanted === 'on' ? undefined : t`The mirror is not on`)
  const isComparing = isPending || tables.some((table) => table.compareAskedAt !== undefined)
  return (
    <Button
      size="sm"
      icon={Scale}
      isBusy={isComparing}
      disabledReason={disabledReason}
      onClick={() => compare(undefined)}
    >
      <Trans>Compare now</Trans>
    </Button>
  )
}
