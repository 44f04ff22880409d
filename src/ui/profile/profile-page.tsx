import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useForm } from 'react-hook-form'

import { useServices } from '../app/services.tsx'
import { useTheme } from '../app/theme.tsx'
import { unwrap } from '../app/unwrap.ts'
import { usePageTitle } from '../app/use-page-title.ts'
import { Avatar } from '../kit/avatar/avatar.tsx'
import { Button } from '../kit/button/button.tsx'
import { Card } from '../kit/card/card.tsx'
import { Field } from '../kit/field/field.tsx'
import { InlineForm } from '../kit/inline-form/inline-form.tsx'
import { Page, Stack } from '../kit/page/page.tsx'
import { PageHeader } from '../kit/page-header/page-header.tsx'
import { SegmentedControl } from '../kit/segmented-control/segmented-control.tsx'
import { TextInput } from '../kit/text-input/text-input.tsx'
import styles from './profile-page.module.css'

export function ProfilePage() {
  const { t } = useLingui()
  usePageTitle(t`Profile`)
  const { sessionState, sendPasswordReset } = useServices()
  const { user, profile } = useSyncExternalStore(sessionState.subscribe, sessionState.get)
  const [theme, chooseTheme] = useTheme()
  const email = profile?.email ?? user?.email ?? ''
  const name = profile?.displayName ?? user?.displayName ?? ''
  const hasPassword = user?.providerData.some(({ providerId }) => providerId === 'password') ?? false
  const { mutate: reset, isPending } = useMutation({ mutationFn: () => sendPasswordReset(email) })

  return (
    <Page width="narrow">
      <PageHeader title={t`Profile`} />
      <Stack>
        <Card>
          <div className={styles['person']}>
            <Avatar name={name || email} imageUrl={profile?.photoUrl ?? user?.photoUrl ?? undefined} size="xl" />
            <div>
              <p className={styles['name']}>{name || email}</p>
              {name && <p className={styles['email']}>{email}</p>}
            </div>
          </div>
        </Card>
        <NameCard name={name} />
        <Card title={<Trans>Theme</Trans>} description={<Trans>In this browser.</Trans>}>
          <SegmentedControl
            label={t`Theme`}
            value={theme}
            options={[
              { value: 'system', label: t`As the system` },
              { value: 'light', label: t`Light` },
              { value: 'dark', label: t`Dark` },
            ]}
            onChange={chooseTheme}
          />
        </Card>
        {hasPassword && (
          <Card title={<Trans>Password</Trans>} description={<Trans>We send a link to set a new one.</Trans>}>
            <Button isBusy={isPending} onClick={() => reset()}>
              <Trans>Send reset link</Trans>
            </Button>
          </Card>
        )}
      </Stack>
    </Page>
  )
}

function NameCard({ name }: { name: string }) {
  const { t } = useLingui()
  const { updateProfile } = useServices()
  const { register, handleSubmit, formState, reset } = useForm({ values: { name } })
  const { mutate: rename, isPending } = useMutation({
    mutationFn: (displayName: string) => unwrap(updateProfile({ displayName })),
    onSuccess: ({ displayName = '' }) => reset({ name: displayName }),
  })
  return (
    <Card title={<Trans>Name</Trans>} description={<Trans>How others see you.</Trans>}>
      <InlineForm onSubmit={(event) => void handleSubmit((values) => rename(values.name.trim()))(event)}>
        <Field label={t`Your name`} required error={formState.errors.name?.message}>
          <TextInput
            {...register('name', { validate: (typed) => typed.trim() !== '' || t`Name is required` })}
            autoComplete="name"
            maxLength={200}
          />
        </Field>
        <Button
          type="submit"
          variant="primary"
          isBusy={isPending}
          disabledReason={formState.isDirty ? undefined : t`Nothing has changed`}
        >
          <Trans>Save</Trans>
        </Button>
      </InlineForm>
    </Card>
  )
}
