import { Root, Thumb } from 'radix-ui/switch'

import styles from './switch.module.css'

interface SwitchProps {
  /** Read by screen readers; what it switches stands beside it. */
  readonly label: string
  readonly checked: boolean
  readonly disabled?: boolean | undefined
  onChange(checked: boolean): void
}

export function Switch({ label, checked, disabled = false, onChange }: SwitchProps) {
  return (
    <Root
      className={styles['track']}
      aria-label={label}
      checked={checked}
      disabled={disabled}
      onCheckedChange={onChange}
    >
      <Thumb className={styles['thumb']} />
    </Root>
  )
}
