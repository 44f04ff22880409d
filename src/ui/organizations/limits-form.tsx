import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'

import { useDisabledReason } from '../access/use-disabled-reason.ts'
import { useFormats } from '../i18n/use-formats.ts'
import { Button } from '../kit/button/button.tsx'
import { Field } from '../kit/field/field.tsx'
import { TextInput } from '../kit/text-input/text-input.tsx'
import styles from './limits-form.module.css'

/** An absent one is as high as it may be. */
export type Limits<Name extends string> = Readonly<Partial<Record<Name, number>>>

interface LimitField<Name> {
  readonly name: Name
  readonly label: string
  readonly most: number
}

interface LimitsFormProps<Name extends string> {
  readonly fields: readonly LimitField<Name>[]
  readonly limits: Limits<Name>
  /** None may be absent. */
  readonly isRequired?: boolean
  /** @returns the limits as they are saved */
  save(limits: Limits<Name>): Promise<Limits<Name>>
}

/** Whole numbers from 1 to what is allowed. */
export function LimitsForm<Name extends string>({ fields, limits, isRequired = false, save }: LimitsFormProps<Name>) {
  const { t } = useLingui()
  const { number } = useFormats()
  const disabledReason = useDisabledReason('organization.update')
  const names = fields.map(({ name }) => name)
  const { register, handleSubmit, formState, reset } = useForm({ defaultValues: textsOf(names, limits) })
  const { mutate, isPending } = useMutation({
    mutationFn: (texts: Texts) => save(limitsOf(names, texts)),
    onSuccess: (saved) => reset(textsOf(names, saved)),
  })
  const unchanged = formState.isDirty ? undefined : t`Nothing has changed`
  return (
    <form
      noValidate
      className={styles['form']}
      onSubmit={(event) => void handleSubmit((texts) => mutate(texts))(event)}
    >
      {fields.map(({ name, label, most }) => {
        const validate = (text = '') =>
          (!isRequired && isEmpty(text)) || isWithin(Number(text), most) || t`A whole number from 1 to ${number(most)}`
        return (
          <Field key={name} label={label} required={isRequired} error={formState.errors[name]?.message}>
            <TextInput
              {...register(name, { validate })}
              inputMode="numeric"
              autoComplete="off"
              {...(!isRequired && { placeholder: number(most) })}
              readOnly={disabledReason !== undefined}
            />
          </Field>
        )
      })}
      <Button type="submit" variant="primary" isBusy={isPending} disabledReason={disabledReason ?? unchanged}>
        <Trans>Save limits</Trans>
      </Button>
    </form>
  )
}

type Texts = Record<string, string>

const isEmpty = (text: string) => text.trim() === ''

const isWithin = (limit: number, most: number) => Number.isInteger(limit) && limit >= 1 && limit <= most

const textsOf = <Name extends string>(names: readonly Name[], limits: Limits<Name>): Texts =>
  Object.fromEntries(names.map((name) => [name, limits[name]?.toString() ?? '']))

function limitsOf<Name extends string>(names: readonly Name[], texts: Texts): Limits<Name> {
  const given = names.flatMap((name) => (isEmpty(texts[name] ?? '') ? [] : [[name, Number(texts[name])] as const]))
  return Object.fromEntries(given) as Limits<Name>
}
