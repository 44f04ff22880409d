import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { MAX_REJECT_LIMITS, type RejectLimits } from '../../core/catalog/runs/reject-limits.ts'
import type { KeptRejects } from '../../core/rejects/reject-repository.ts'
import { useActiveOrganization } from '../access/use-active-organization.ts'
import { useDisabledReason } from '../access/use-disabled-reason.ts'
import { useFormats } from '../i18n/use-formats.ts'
import { Button } from '../kit/button/button.tsx'
import { Card } from '../kit/card/card.tsx'
import { Field } from '../kit/field/field.tsx'
import { Skeleton } from '../kit/skeleton/skeleton.tsx'
import { TextInput } from '../kit/text-input/text-input.tsx'
import { QUERY_KEYS } from '../services/query-keys.ts'
import { useServices } from '../services/services.tsx'
import { unwrap } from '../services/unwrap.ts'
import styles from './reject-limits-card.module.css'
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
      {data ? <LimitsForm key={id} limits={data.limits} /> : <Skeleton height="6.57rem" />}
      <SettingChange of="reject_limits" />
    </Card>
  )
}

/** @param kept absent until it is known */
function Kept({ kept }: { readonly kept: KeptRejects['kept'] | undefined }) {
  return (
    <>
      <Trans>Kept encrypted, to be repaired and sent again.</Trans> {kept && <KeptNow kept={kept} />}
    </>
  )
}

function KeptNow({ kept: { rows, bytes, runs, oldest } }: Pick<KeptRejects, 'kept'>) {
  const { number, bytes: size, date } = useFormats()
  return (
    <>
      {rows === 0 || oldest === undefined ? (
        <Trans>At present there are none.</Trans>
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

function LimitsForm({ limits }: { limits: RejectLimits }) {
  const { t } = useLingui()
  const { number } = useFormats()
  const { updateRejectLimits } = useServices()
  const queryClient = useQueryClient()
  const { id } = useActiveOrganization()
  const disabledReason = useDisabledReason('organization.update')
  const { register, handleSubmit, formState, reset } = useForm({ defaultValues: limits })
  const { mutate: save, isPending } = useMutation({
    mutationFn: (changed: RejectLimits) => unwrap(updateRejectLimits(changed)),
    onSuccess: (saved) => {
      queryClient.setQueryData(QUERY_KEYS.rejectLimits(id), saved)
      reset(saved.limits)
    },
  })
  const labels = { rows: t`Rows per table and run`, megabytes: t`Megabytes per table and run`, days: t`Days` }
  const field = (name: keyof RejectLimits) => {
    const limit = MAX_REJECT_LIMITS[name]
    const isWithin = (value: number) =>
      (Number.isInteger(value) && value >= 1 && value <= limit) || t`A whole number from 1 to ${number(limit)}`
    return (
      <Field label={labels[name]} required error={formState.errors[name]?.message}>
        <TextInput
          {...register(name, { valueAsNumber: true, validate: isWithin })}
          inputMode="numeric"
          autoComplete="off"
          readOnly={disabledReason !== undefined}
        />
      </Field>
    )
  }
  const unchanged = formState.isDirty ? undefined : t`Nothing has changed`
  return (
    <form
      noValidate
      className={styles['form']}
      onSubmit={(event) => void handleSubmit((changed) => save(changed))(event)}
    >
      {field('rows')}
      {field('megabytes')}
      {field('days')}
      <Button type="submit" variant="primary" isBusy={isPending} disabledReason={disabledReason ?? unchanged}>
        <Trans>Save limits</Trans>
      </Button>
    </form>
  )
}
