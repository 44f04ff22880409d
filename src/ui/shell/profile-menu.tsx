import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { ChevronsUpDown, CircleQuestionMark, CreditCard, LogOut, UserRound } from 'lucide'
import { useSyncExternalStore } from 'react'
import { HELP } from '../../core/catalog/help-page.ts'
import { LANGUAGES } from '../i18n/locale.ts'
import { useLanguage } from '../i18n/use-language.ts'
import { Avatar } from '../kit/avatar/avatar.tsx'
import { Icon } from '../kit/icon/icon.tsx'
import { Menu, MenuChoice, MenuItem, MenuLabel, MenuLink, MenuSeparator } from '../kit/menu/menu.tsx'
import { useTheme } from '../preferences/theme.tsx'
import { useServices } from '../services/services.tsx'
import styles from './sidebar.module.css'

export function ProfileMenu() {
  const { t } = useLingui()
  const { sessionState, signOut } = useServices()
  const { user, profile } = useSyncExternalStore(sessionState.subscribe, sessionState.get)
  const [theme, chooseTheme] = useTheme()
  const [language, chooseLanguage] = useLanguage()
  const navigate = useNavigate()

  const email = profile?.email ?? user?.email ?? ''
  const name = profile?.displayName ?? user?.displayName ?? email
  const imageUrl = profile?.photoUrl ?? user?.photoUrl ?? undefined

  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className={styles['account']}>
          <span className="visually-hidden">
            <Trans>Account:</Trans>{' '}
          </span>
          <Avatar name={name} imageUrl={imageUrl} />
          <span className={styles['words']}>
            <span className={styles['primary']}>{name}</span>
            {name !== email && <span className={styles['secondary']}>{email}</span>}
          </span>
          <Icon of={ChevronsUpDown} size={14} className={styles['chevron']} />
        </button>
      }
    >
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
    </Menu>
  )
}
