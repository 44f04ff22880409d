import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { Download, LogOut } from 'lucide'
import { LANGUAGES, type Locale } from '../i18n/locale.ts'
import { useLanguage } from '../i18n/use-language.ts'
import { Button } from '../kit/button/button.tsx'
import { Card } from '../kit/card/card.tsx'
import { Page, Stack } from '../kit/page/page.tsx'
import { PageHeader } from '../kit/page-header/page-header.tsx'
import { SegmentedControl } from '../kit/segmented-control/segmented-control.tsx'
import { Select } from '../kit/select/select.tsx'
import { useTheme } from '../preferences/theme.tsx'
import { usePageTitle } from '../routing/use-page-title.ts'
import { useServices } from '../services/services.tsx'
import { DeleteAccountCard } from './delete-account-card.tsx'
import { PersonCard } from './person-card.tsx'
import styles from './profile-page.module.css'
import { UnverifiedAddress } from './unverified-address.tsx'
import { useAccount, useExportPersonalData } from './use-account.ts'

export function ProfilePage() {
  const { t } = useLingui()
  usePageTitle(t`Profile`)
  return (
    <Page>
      <PageHeader title={t`Profile`} />
      <Stack>
        <UnverifiedAddress />
        <PersonCard />
        <PreferencesCard />
        <AccountCard />
        <DeleteAccountCard />
      </Stack>
    </Page>
  )
}

function PreferencesCard() {
  const { t } = useLingui()
  const [theme, chooseTheme] = useTheme()
  const [language, chooseLanguage] = useLanguage()
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return (
    <Card title={<Trans>Preferences</Trans>} description={<Trans>Remembered in this browser.</Trans>}>
      <dl className={styles['rows']}>
        <dt>
          <Trans>Theme</Trans>
        </dt>
        <dd>
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
        </dd>
        <dt>
          <Trans>Language</Trans>
        </dt>
        <dd>
          <Select
            aria-label={t`Language`}
            value={language}
            options={LANGUAGES.map(({ locale, name }) => ({ value: locale, label: name }))}
            onChange={({ target }) => void chooseLanguage(target.value as Locale)}
          />
        </dd>
        <dt>
          <Trans>Time zone</Trans>
        </dt>
        <dd>{timeZone}</dd>
      </dl>
    </Card>
  )
}

function AccountCard() {
  const { sendPasswordReset, signOut } = useServices()
  const { email, hasPassword } = useAccount()
  const { mutate: reset, isPending } = useMutation({ mutationFn: () => sendPasswordReset(email) })
  const { mutate: exportData, isPending: isExporting } = useExportPersonalData()
  return (
    <Card title={<Trans>Account</Trans>} description={email}>
      <dl className={styles['rows']}>
        {hasPassword && (
          <>
            <dt>
              <Trans>Password</Trans>
            </dt>
            <dd>
              <Button isBusy={isPending} onClick={() => reset()}>
                <Trans>Send reset mail</Trans>
              </Button>
            </dd>
          </>
        )}
        <dt>
          <Trans>Your data</Trans>
        </dt>
        <dd>
          <Button icon={Download} isBusy={isExporting} onClick={() => exportData()}>
            <Trans>Download</Trans>
          </Button>
          <p className={styles['note']}>
            <Trans>Everything stored about you, as JSON.</Trans>
          </p>
        </dd>
        <dt>
          <Trans>This browser</Trans>
        </dt>
        <dd>
          <Button icon={LogOut} onClick={() => void signOut()}>
            <Trans>Sign out</Trans>
          </Button>
        </dd>
      </dl>
    </Card>
  )
}
