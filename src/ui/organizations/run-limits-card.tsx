import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { OwnRunLimits, RunLimitsOverview } from '../../core/runs/run-limits-repository.ts'
import { useActiveOrganization } from '../access/use-active-organization.ts'
import { useFormats } from '../i18n/use-formats.ts'
import { Card } from '../kit/card/card.tsx'
import { Skeleton } from '../kit/skeleton/skeleton.tsx'
import { QUERY_KEYS } from '../services/query-keys.ts'
import { useServices } from '../services/services.tsx'
import { unwrap } from '../services/unwrap.ts'
import { LimitsForm } from './limits-form.tsx'
import { SettingChange } from './setting-change.tsx'

/** How many runs the organization may have; nothing on a server without this setting. */
export function RunLimitsCard() {
  const { fetchRunLimits } = useServices()
  const { id } = useActiveOrganization()
  const { data, isPending } = useQuery({
    queryKey: QUERY_KEYS.runLimits(id),
    queryFn: () => unwrap(fetchRunLimits()),
    staleTime: 0,
  })
  if (!data && !isPending) return null
  return (
    <Card title={<Trans>Runs at the same time</Trans>} description={data && <Present overview={data} />}>
      {data ? <OwnLimits key={id} overview={data} /> : <Skeleton height="6.57rem" />}
      <SettingChange of="run_limits" />
    </Card>
  )
}

function Present({ overview: { allowed, present, shared } }: { readonly overview: RunLimitsOverview }) {
  const { number } = useFormats()
  const active = number(allowed.active)
  const waiting = number(allowed.waiting)
  return (
    <>
      {shared ? (
        <Trans>
          At most {active} active in all organizations of the first owner, {waiting} waiting here.
        </Trans>
      ) : (
        <Trans>
          At most {active} active and {waiting} waiting.
        </Trans>
      )}{' '}
      <Trans>
        At present: <Plural value={present.active} one="# active" other="# active" />,{' '}
        <Plural value={present.waiting} one="# waiting" other="# waiting" />.
      </Trans>
    </>
  )
}

function OwnLimits({ overview: { own, allowed } }: { readonly overview: RunLimitsOverview }) {
  const { t } = useLingui()
  const { updateRunLimits } = useServices()
  const queryClient = useQueryClient()
  const { id } = useActiveOrganization()
  const save = async (limits: OwnRunLimits) => {
    const saved = await unwrap(updateRunLimits(limits))
    queryClient.setQueryData(QUERY_KEYS.runLimits(id), saved)
    return saved.own
  }
  const fields = [
    { name: 'active', label: t`Active runs`, most: allowed.active },
    { name: 'waiting', label: t`Waiting runs`, most: allowed.waiting },
  ] as const
  return <LimitsForm fields={fields} limits={own} save={save} />
}
