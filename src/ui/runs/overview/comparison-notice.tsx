import { Plural, Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'

import { differingRows } from '../../../core/runs/differing-rows.ts'
import type { Run } from '../../../core/runs/run.ts'
import { useActiveOrganization } from '../../access/use-active-organization.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { Button } from '../../kit/button/button.tsx'
import { Callout } from '../../kit/callout/callout.tsx'
import { QUERY_KEYS } from '../../services/query-keys.ts'
import { useServices } from '../../services/services.tsx'
import { unwrap } from '../../services/unwrap.ts'
import { useRunAgain } from '../actions/use-run-again.ts'

/** The result of a comparison, and the offer to send the rows that differ. */
export function ComparisonNotice({ run }: { run: Run }) {
  const { number } = useFormats()
  const { disabledReason } = useRunAgain(run)
  const { mutate: send, isPending } = useSendDiffering(run)
  const rows = differingRows(run)
  return (
    <Callout
      tone="accent"
      title={<Trans>Comparison: nothing was written</Trans>}
      actions={
        rows > 0 && (
          <Button size="sm" isBusy={isPending} disabledReason={disabledReason} onClick={() => send()}>
            <Plural value={rows} one={`Send ${number(rows)} row again`} other={`Send ${number(rows)} rows again`} />
          </Button>
        )
      }
    >
      <Trans>
        Both sides were compared as they are now, so rows that the source has got since the last run are missing too.
        Rows that only the destination has stay when the others are sent.
      </Trans>
    </Callout>
  )
}

function useSendDiffering({ id, flowId }: Run) {
  const { sendDiffering } = useServices()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { id: organizationId } = useActiveOrganization()
  return useMutation({
    mutationFn: () => unwrap(sendDiffering(id)),
    onSuccess: ({ runId }) => {
      if (runId !== undefined) void navigate({ to: '/runs/$id', params: { id: runId } })
    },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: QUERY_KEYS.runLists(organizationId) }),
        queryClient.invalidateQueries({ queryKey: QUERY_KEYS.flowRuns(organizationId, flowId) }),
      ]),
  })
}
