import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { MAX_REJECT_LIMITS, type RejectLimits } from '../../core/catalog/runs/reject-limits.ts'
import type { KeptRejects } from '../../core/rejects/reject-repository.ts'
import { useActiveOrganization } from '../access/use-active-organization.ts'
import { useFormats } from '../i18n/use-formats.ts'
import { Card } from '../kit/card/card.tsx'
import { Skeleton } from '../kit/skeleton/skeleton.tsx'
import { QUERY_KEYS } from '../services/query-keys.ts'
import { useServices } from '../services/services.tsx'
import { unwrap } from '../services/unwrap.ts'
import { type Limits, LimitsForm } from './limits-form.tsx'
import { SettingChange } from './setting-change.tsx'

/** How much of rejected rows is kept, with what is kept at present; nothing on a server without this setting. */
export function RejectLimitsCard() {
  const { fetchRejectLimits } = useServices()
  const { id } = useActiveOrganization()
  const { data, isPending } = useQuery({
    queryKey: QUERY_KEYS.rejectLimits(id),
    queryFn: () => unwrap(fetchRejectLimits()),
  })
  if (!data && !isPending) return null
  return (
    <Card title={<Trans>Rejected rows</Trans>} description={<Kept kept={data?.kept} />}>
      {data ? <KeptLimits key={id} limits={data.limits} /> : <Skeleton height="6.57rem" />}
      <SettingChange of="reject_limits" />
    </Card>
  )
}

/** @param kept absent until it is known */
function Kept({ kept }: { readonly kept: KeptRejects['kept'] | undefined }) {
  return (
    <>
      <Trans>Kept encrypted.</Trans> {kept && <KeptNow kept={kept} />}
    </>
  )
}

function KeptNow({ kept: { rows, bytes, runs, oldest } }: Pick<KeptRejects, 'kept'>) {
  const { number, bytes: size, date } = useFormats()
  return (
    <>
      {rows === 0 || oldest === undefined ? (
        <Trans>None at present.</Trans>
      ) : (
        <Trans>
          At present: <Plural value={rows} one={`${number(rows)} row`} other={`${number(rows)} rows`} /> of{' '}
          <Plural value={runs} one={`${number(runs)} run`} other={`${number(runs)} runs`} />, {size(bytes)}, the oldest
          from {date(oldest)}.
        </Trans>
      )}
    </>
  )
}

function KeptLimits({ limits }: { readonly limits: RejectLimits }) {
  const { t } = useLingui()
  const { updateRejectLimits } = useServices()
  const queryClient = useQueryClient()
  const { id } = useActiveOrganization()
  const save = async (changed: Limits<keyof RejectLimits>) => {
    const saved = await unwrap(updateRejectLimits({ ...limits, ...changed }))
    queryClient.setQueryData(QUERY_KEYS.rejectLimits(id), saved)
    return saved.limits
  }
  const fields = [
    { name: 'rows', label: t`Rows per table and run`, most: MAX_REJECT_LIMITS.rows },
    { name: 'megabytes', label: t`Megabytes per table and run`, most: MAX_REJECT_LIMITS.megabytes },
    { name: 'days', label: t`Days`, most: MAX_REJECT_LIMITS.days },
  ] as const
  return <LimitsForm fields={fields} limits={limits} isRequired save={save} />
}
