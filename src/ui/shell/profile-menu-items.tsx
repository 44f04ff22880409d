import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { CircleQuestionMark, CreditCard, LogOut, UserRound } from 'lucide'
import { HELP } from '../../core/catalog/connections/help-page.ts'
import { LANGUAGES } from '../i18n/locale.ts'
import { useLanguage } from '../i18n/use-language.ts'
import { Icon } from '../kit/icon/icon.tsx'
import { MenuItem, MenuLink, MenuSeparator } from '../kit/menu/menu.tsx'
import { MenuChoice } from '../kit/menu/menu-choice.tsx'
import { MenuLabel } from '../kit/menu/menu-label.tsx'
import { useTheme } from '../preferences/theme.tsx'
import { useDeployment } from '../services/deployment.tsx'
import { useServices } from '../services/services.tsx'

/** The entries of the user's menu; loaded when the user opens it. */
export function ProfileMenuItems() {
  const { t } = useLingui()
  const { signOut } = useServices()
  const [theme, chooseTheme] = useTheme()
  const [language, chooseLanguage] = useLanguage()
  const navigate = useNavigate()
  const { version } = useDeployment()
  return (
    <>
      <MenuItem icon={UserRound} onSelect={() => void navigate({ to: '/profile' })}>
        <Trans>Profile</Trans>
      </MenuItem>
      <MenuItem icon={CreditCard} onSelect={() => void navigate({ to: '/billing' })}>
        <Trans>Billing</Trans>
      </MenuItem>
      <MenuLink>
        <a href={HELP} target="_blank" rel="noreferrer">
          <Icon of={CircleQuestionMark} size={15} />
          <Trans>Help</Trans>
        </a>
      </MenuLink>
      <MenuSeparator />
      <MenuLabel>
        <Trans>Theme</Trans>
      </MenuLabel>
      <MenuChoice
        value={theme}
        options={[
          { value: 'system', label: t`As the system` },
          { value: 'light', label: t`Light` },
          { value: 'dark', label: t`Dark` },
        ]}
        onChange={chooseTheme}
      />
      <MenuSeparator />
      <MenuLabel>
        <Trans>Language</Trans>
      </MenuLabel>
      <MenuChoice
        value={language}
        options={LANGUAGES.map(({ locale, name }) => ({ value: locale, label: <span lang={locale}>{name}</span> }))}
        onChange={(locale) => void chooseLanguage(locale)}
      />
      <MenuSeparator />
      <MenuItem icon={LogOut} onSelect={() => void signOut()}>
        <Trans>Sign out</Trans>
      </MenuItem>
      {version !== undefined && (
        <MenuLabel>
          <Trans>Millrace {version}</Trans>
        </MenuLabel>
      )}
    </>
  )
}
