import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { FlaskConical } from 'lucide'
import { useActiveOrganization, useIsAllowed } from '../access/use-active-organization.ts'
import { Button } from '../kit/button/button.tsx'
import { QUERY_KEYS } from '../services/query-keys.ts'
import { useServices } from '../services/services.tsx'
import { unwrap } from '../services/unwrap.ts'
import { useIsOffered } from '../services/use-is-offered.ts'

interface SampleDataButtonProps {
  /** Where nothing else is to be done first. */
  readonly isPrimary?: boolean
}

/** Hidden for users without the permission, and on a server that does not offer it. */
export function SampleDataButton({ isPrimary = false }: SampleDataButtonProps) {
  const { mutate: createSampleData, isPending } = useSampleData()
  const isOffered = useIsOffered('createSampleData')
  const mayCreate = useIsAllowed('sample-data.create')
  if (!mayCreate || !isOffered) return null
  return (
    <Button
      variant={isPrimary ? 'primary' : 'secondary'}
      icon={FlaskConical}
      isBusy={isPending}
      onClick={() => createSampleData()}
    >
      {isPending ? <Trans>Preparing sample data…</Trans> : <Trans>Use sample data</Trans>}
    </Button>
  )
}

/** Requests the sample data, then opens its flow, ready to run. */
function useSampleData() {
  const { createSampleData } = useServices()
  const queryClient = useQueryClient()
  const { id } = useActiveOrganization()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () => unwrap(createSampleData()),
    onSuccess: ({ flow }) => {
      queryClient.setQueryData(QUERY_KEYS.flow(id, flow.id), flow)
      void queryClient.invalidateQueries({ queryKey: QUERY_KEYS.organization(id) })
      void navigate({ to: '/floweditor/$id', params: { id: flow.id } })
    },
  })
}
