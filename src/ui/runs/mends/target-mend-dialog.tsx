import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'

import type { TargetMend } from '../../../core/mends/mend.ts'
import type { Run } from '../../../core/runs/run.ts'
import { useActiveOrganization } from '../../access/use-active-organization.ts'
import { useDisabledReason } from '../../access/use-disabled-reason.ts'
import { ErrorState } from '../../errors/error-state.tsx'
import { CopyText } from '../../kit/copy-text/copy-text.tsx'
import { SkeletonRows } from '../../kit/skeleton/skeleton.tsx'
import { QUERY_KEYS } from '../../services/query-keys.ts'
import { useServices } from '../../services/services.tsx'
import { unwrap } from '../../services/unwrap.ts'
import { MendedDialog } from './mended-dialog.tsx'
import { useMendTexts } from './use-mend-texts.ts'

interface TargetMendDialogProps {
  readonly flowId: string
  /** The run that failed because of it. */
  readonly run?: Run
  readonly mend: TargetMend
  onClose(): void
}

/** The statement by which the target would be changed, as the server tells it now; then exactly this one. */
export function TargetMendDialog({ flowId, run, mend, onClose }: TargetMendDialogProps) {
  const { t } = useLingui()
  const { label, effect } = useMendTexts()(mend)
  const { planTargetChange, changeTarget } = useServices()
  const { id } = useActiveOrganization()
  const mayNotEdit = useDisabledReason('flow.write')
  const { entity } = mend
  const wanted = mend.kind === 'again' ? ({ entity, again: true } as const) : { entity }
  const plan = useQuery({
    queryKey: QUERY_KEYS.targetChange(id, flowId, wanted),
    queryFn: () => unwrap(planTargetChange(flowId, wanted)),
    // The table may be another one each time.
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const statement = plan.data?.statement
  const change = useMutation({
    mutationFn: (confirmed: string) => unwrap(changeTarget(flowId, wanted, confirmed)),
  })
  return (
    <MendedDialog
      {...(run && { run })}
      title={label}
      description={effect}
      confirmLabel={mend.kind === 'again' ? <Trans>Rename the table</Trans> : <Trans>Change the table</Trans>}
      isBusy={change.isPending || plan.isPending}
      disabledReason={mayNotEdit ?? (plan.isError ? t`The change is not known` : undefined)}
      done={
        change.data &&
        (mend.kind === 'again' ? (
          <Trans>The next run creates {change.data.target}.</Trans>
        ) : (
          <Trans>{change.data.target} was changed.</Trans>
        ))
      }
      error={change.error}
      onConfirm={() => statement !== undefined && change.mutate(statement)}
      onClose={onClose}
    >
      {plan.isPending && <SkeletonRows count={2} />}
      {plan.isError && (
        <ErrorState
          title={t`The table cannot be changed this way`}
          error={plan.error}
          onRetry={() => void plan.refetch()}
        />
      )}
      {statement !== undefined && <CopyText label={t`Statement`} text={statement} />}
    </MendedDialog>
  )
}
