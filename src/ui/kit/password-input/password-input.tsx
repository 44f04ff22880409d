import { useLingui } from '@lingui/react/macro'
import { Eye, EyeOff } from 'lucide'
import { type ComponentProps, useState } from 'react'

import { IconButton } from '../icon-button/icon-button.tsx'
import { TextInput } from '../text-input/text-input.tsx'
import styles from './password-input.module.css'

export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type'>) {
  const { t } = useLingui()
  const [isShown, setShown] = useState(false)
  return (
    <div className={styles['wrapper']}>
      <TextInput autoComplete="off" {...props} type={isShown ? 'text' : 'password'} className={styles['input']} />
      <IconButton
        icon={isShown ? EyeOff : Eye}
        size="xs"
        label={isShown ? t`Hide` : t`Show`}
        aria-pressed={isShown}
        className={styles['toggle']}
        onClick={() => setShown(!isShown)}
      />
    </div>
  )
}
