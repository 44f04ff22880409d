import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'

import type { Run } from '../../../core/runs/run.ts'
import { useActiveOrganization } from '../../access/use-active-organization.ts'
import { SideEstimate } from '../../costs/side-estimate.tsx'
import { QUERY_KEYS } from '../../services/query-keys.ts'
import { useServices } from '../../services/services.tsx'
import { unwrap } from '../../services/unwrap.ts'

/** What a run would cost, by the rows that a dry run has counted; nothing if its systems charge and limit nothing. */
export function DryRunEstimate({ run }: { readonly run: Run }) {
  const { t } = useLingui()
  const { fetchRunEstimate } = useServices()
  const { id } = useActiveOrganization()
  const { data } = useQuery({
    queryKey: QUERY_KEYS.runEstimate(id, run.id),
    queryFn: () => unwrap(fetchRunEstimate(run.id)),
    retry: false,
  })
  if (!data) return null
  const { source, destination } = data
  return (
    <>
      {source.figures.length > 0 && <SideEstimate title={t`What reading has cost`} side={source} />}
      {destination.figures.length > 0 && (
        <SideEstimate title={t`What a run would bring to the destination`} side={destination} />
      )}
    </>
  )
}
