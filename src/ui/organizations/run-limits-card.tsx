import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { defined } from '../../core/catalog/defined.ts'
import type { RunLimits } from '../../core/catalog/runs/run-limits.ts'
import type { OwnRunLimits, RunLimitsOverview } from '../../core/runs/run-limits-repository.ts'
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
import styles from './run-limits-card.module.css'
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
      {data ? <LimitsForm key={id} overview={data} /> : <Skeleton height="6.57rem" />}
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
          This installation allows {active} active runs in all organizations of the first owner, and {waiting} waiting
          ones here.
        </Trans>
      ) : (
        <Trans>
          This installation allows this organization {active} active and {waiting} waiting runs.
        </Trans>
      )}{' '}
      <Trans>
        At present: <Plural value={present.active} one="# active" other="# active" />,{' '}
        <Plural value={present.waiting} one="# waiting" other="# waiting" />.
      </Trans>
    </>
  )
}

type Fields = Record<keyof RunLimits, string>

const fieldsOf = ({ active, waiting }: OwnRunLimits): Fields => ({
  active: active?.toString() ?? '',
  waiting: waiting?.toString() ?? '',
})

const limitOf = (text: string) => (text.trim() === '' ? undefined : Number(text))

function LimitsForm({ overview: { own, allowed } }: { readonly overview: RunLimitsOverview }) {
  const { t } = useLingui()
  const { number } = useFormats()
  const { updateRunLimits } = useServices()
  const queryClient = useQueryClient()
  const { id } = useActiveOrganization()
  const disabledReason = useDisabledReason('organization.update')
  const { register, handleSubmit, formState, reset } = useForm({ defaultValues: fieldsOf(own) })
  const { mutate: save, isPending } = useMutation({
    mutationFn: ({ active, waiting }: Fields) =>
      unwrap(updateRunLimits(defined({ active: limitOf(active), waiting: limitOf(waiting) }))),
    onSuccess: (saved) => {
      queryClient.setQueryData(QUERY_KEYS.runLimits(id), saved)
      reset(fieldsOf(saved.own))
    },
  })
  const labels = { active: t`Active runs`, waiting: t`Waiting runs` }
  const field = (name: keyof RunLimits) => {
    const most = allowed[name]
    const isWithin = (text: string) => {
      const limit = limitOf(text)
      if (limit === undefined) return true
      return (Number.isInteger(limit) && limit >= 1 && limit <= most) || t`A whole number from 1 to ${number(most)}`
    }
    return (
      <Field label={labels[name]} error={formState.errors[name]?.message}>
        <TextInput
          {...register(name, { validate: isWithin })}
          inputMode="numeric"
          autoComplete="off"
          placeholder={number(most)}
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
      {field('active')}
      {field('waiting')}
      <Button type="submit" variant="primary" isBusy={isPending} disabledReason={disabledReason ?? unchanged}>
        <Trans>Save limits</Trans>
      </Button>
    </form>
  )
}
