import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { Avatar } from '../kit/avatar/avatar.tsx'
import { Button } from '../kit/button/button.tsx'
import { Card } from '../kit/card/card.tsx'
import { Field } from '../kit/field/field.tsx'
import { TextInput } from '../kit/text-input/text-input.tsx'
import { useServices } from '../services/services.tsx'
import { unwrap } from '../services/unwrap.ts'
import styles from './profile-page.module.css'

interface Person {
  readonly name: string
}

/** The name, with a live preview while it is typed. */
export function PersonCard() {
  const { t } = useLingui()
  const { sessionState, updateProfile } = useServices()
  const { user, profile } = useSyncExternalStore(sessionState.subscribe, sessionState.get)
  const email = profile?.email ?? user?.email ?? ''
  const photoUrl = profile?.photoUrl ?? user?.photoUrl ?? undefined
  const values: Person = {
    name: profile?.displayName ?? user?.displayName ?? '',
  }
  const { register, handleSubmit, formState, control } = useForm<Person>({
    values,
    resetOptions: { keepDirtyValues: true },
  })
  const typed = useWatch({ control })
  const { mutate: save, isPending } = useMutation({
    mutationFn: ({ name }: Person) => unwrap(updateProfile({ displayName: name.trim() })),
  })
  return (
    <Card title={<Trans>About you</Trans>}>
      <form
        className={styles['form']}
        noValidate
        onSubmit={(event) => void handleSubmit((given) => save(given))(event)}
      >
        <div className={styles['person']}>
          <Avatar name={typed.name || email} imageUrl={photoUrl} size="xl" />
          <div>
            <p className={styles['name']}>{typed.name || email}</p>
            {typed.name && <p className={styles['email']}>{email}</p>}
          </div>
        </div>
        <Field label={t`Your name`} required error={formState.errors.name?.message}>
          <TextInput
            {...register('name', { validate: (name) => name.trim() !== '' || t`Name is required` })}
            autoComplete="name"
            maxLength={200}
          />
        </Field>
        <div>
          <Button
            type="submit"
            variant="primary"
            isBusy={isPending}
            disabledReason={formState.isDirty ? undefined : t`Nothing has changed`}
          >
            <Trans>Save</Trans>
          </Button>
        </div>
      </form>
    </Card>
  )
}
