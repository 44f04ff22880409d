import { Plural, Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'

import type { VanishedDecision as Decision } from '../../../core/catalog/policies/vanished-policies.ts'
import type { Run } from '../../../core/runs/run.ts'
import { vanishedRows } from '../../../core/runs/vanished-rows.ts'
import { useActiveOrganization } from '../../access/use-active-organization.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { Button } from '../../kit/button/button.tsx'
import { QUERY_KEYS } from '../../services/query-keys.ts'
import { useServices } from '../../services/services.tsx'
import { unwrap } from '../../services/unwrap.ts'
import { useRunAgain } from '../actions/use-run-again.ts'

/** The decision about rows that are gone at the source, after a run has stopped because they are too many. */
export function VanishedDecision({ run }: { run: Run }) {
  const { number } = useFormats()
  const { disabledReason } = useRunAgain(run)
  const { mutate: decide, isPending, variables } = useDecideVanished(run)
  const rows = vanishedRows(run)
  return (
    <>
      <Button
        size="sm"
        variant="danger"
        isBusy={isPending && variables === 'accept'}
        disabledReason={disabledReason}
        onClick={() => decide('accept')}
      >
        <Plural
          value={rows}
          one={`Accept that ${number(rows)} row is gone`}
          other={`Accept that ${number(rows)} rows are gone`}
        />
      </Button>
      <Button
        size="sm"
        isBusy={isPending && variables === 'keep'}
        disabledReason={disabledReason}
        onClick={() => decide('keep')}
      >
        <Trans>Keep them in this run</Trans>
      </Button>
    </>
  )
}

function useDecideVanished({ id, flowId }: Run) {
  const { decideVanished } = useServices()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { id: organizationId } = useActiveOrganization()
  return useMutation({
    mutationFn: (decision: Decision) => unwrap(decideVanished(id, decision)),
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
