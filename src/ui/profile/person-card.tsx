import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useForm, useWatch } from 'react-hook-form'

import { useServices } from '../app/services.tsx'
import { unwrap } from '../app/unwrap.ts'
import { Avatar } from '../kit/avatar/avatar.tsx'
import { Button } from '../kit/button/button.tsx'
import { Card } from '../kit/card/card.tsx'
import { Field } from '../kit/field/field.tsx'
import { TextInput } from '../kit/text-input/text-input.tsx'
import styles from './profile-page.module.css'

interface Person {
  readonly name: string
  readonly photo: string
}

/** Name and picture, shown as they will look while they are typed. */
export function PersonCard() {
  const { t } = useLingui()
  const { sessionState, updateProfile } = useServices()
  const { user, profile } = useSyncExternalStore(sessionState.subscribe, sessionState.get)
  const email = profile?.email ?? user?.email ?? ''
  const values: Person = {
    name: profile?.displayName ?? user?.displayName ?? '',
    photo: profile?.photoUrl ?? user?.photoUrl ?? '',
  }
  const { register, handleSubmit, formState, control } = useForm<Person>({
    values,
    resetOptions: { keepDirtyValues: true },
  })
  const typed = useWatch({ control })
  const { mutate: save, isPending } = useMutation({
    mutationFn: ({ name, photo }: Person) =>
      unwrap(
        updateProfile({
          displayName: name.trim(),
          // Only what was changed: removing a picture that nobody set would be news to the server.
          ...(photo.trim() !== values.photo && { photoUrl: photo.trim() === '' ? null : photo.trim() }),
        }),
      ),
  })
  return (
    <Card title={<Trans>About you</Trans>} description={<Trans>How others see you.</Trans>}>
      <form
        className={styles['form']}
        noValidate
        onSubmit={(event) => void handleSubmit((given) => save(given))(event)}
      >
        <div className={styles['person']}>
          <Avatar name={typed.name || email} imageUrl={isPicture(typed.photo) ? typed.photo : undefined} size="xl" />
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
        <Field
          label={t`Picture`}
          hint={t`The address of a picture, beginning with https://. Empty for your initials.`}
          error={formState.errors.photo?.message}
        >
          <TextInput
            type="url"
            {...register('photo', {
              validate: (photo) => photo.trim() === '' || isPicture(photo) || t`Enter an address with https://`,
            })}
            autoComplete="photo"
            maxLength={2_000}
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

const isPicture = (address = ''): boolean => /^https:\/\/\S+\.\S+/.test(address.trim())
