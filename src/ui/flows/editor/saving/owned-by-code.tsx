import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { useActiveOrganization } from '../../../access/use-active-organization.ts'
import { useDisabledReason } from '../../../access/use-disabled-reason.ts'
import { ActionError } from '../../../errors/action-error.tsx'
import { Button } from '../../../kit/button/button.tsx'
import { Callout } from '../../../kit/callout/callout.tsx'
import { QUERY_KEYS } from '../../../services/query-keys.ts'
import { useServices } from '../../../services/services.tsx'
import { unwrap } from '../../../services/unwrap.ts'

interface OwnedByCodeProps {
  readonly flowId: string
  readonly file: string
}

/** Says which file owns the flow and how it is changed, and ends that. */
export function OwnedByCode({ flowId, file }: OwnedByCodeProps) {
  const { takeOverFlow } = useServices()
  const { id } = useActiveOrganization()
  const queryClient = useQueryClient()
  const disabledReason = useDisabledReason('flow.write')
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => unwrap(takeOverFlow(flowId)),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: QUERY_KEYS.flows(id) }),
        queryClient.invalidateQueries({ queryKey: QUERY_KEYS.flow(id, flowId) }),
      ]),
  })
  return (
    <Callout
      title={<Trans>This flow is owned by the file {file}</Trans>}
      actions={
        <Button size="sm" isBusy={isPending} disabledReason={disabledReason} onClick={() => mutate()}>
          <Trans>Take over in the application</Trans>
        </Button>
      }
    >
      <Trans>
        To change it, edit the file and apply it. If you take it over, type “millrace pull” afterwards, so that the file
        has your changes.
      </Trans>
      <ActionError error={error} />
    </Callout>
  )
}
