import { useLingui } from '@lingui/react/macro'
import { Search, X } from 'lucide'
import type { ComponentProps } from 'react'

import { Icon } from '../icon/icon.tsx'
import { IconButton } from '../icon-button/icon-button.tsx'
import { TextInput } from '../text-input/text-input.tsx'
import styles from './search-input.module.css'

interface SearchInputProps extends Pick<ComponentProps<'input'>, 'aria-keyshortcuts'> {
  /** The label and the placeholder. */
  readonly label: string
  readonly value: string
  readonly 'data-tooltip'?: string
  onChange(value: string): void
}

export function SearchInput({ label, value, onChange, ...rest }: SearchInputProps) {
  const { t } = useLingui()
  return (
    <div className={styles['wrapper']}>
      <Icon of={Search} size={15} className={styles['icon']} />
      <TextInput
        {...rest}
        type="search"
        className={styles['input']}
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {value !== '' && (
        <IconButton
          icon={X}
          size="xs"
          label={t`Clear search`}
          className={styles['clear']}
          onClick={() => onChange('')}
        />
      )}
    </div>
  )
}
