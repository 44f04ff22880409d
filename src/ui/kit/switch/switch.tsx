import styles from './switch.module.css'

export interface SwitchProps {
  /** For screen readers; the visible label is beside it. */
  readonly label: string
  readonly checked: boolean
  /** The reason why it cannot be switched; it stays focusable, so that the reason can be read. */
  readonly disabledReason?: string | undefined
  onChange(checked: boolean): void
}

export const Switch = ({ label, checked, disabledReason, onChange }: SwitchProps) => (
  <input
    type="checkbox"
    role="switch"
    className={styles['track']}
    aria-label={label}
    aria-checked={checked}
    checked={checked}
    aria-disabled={disabledReason !== undefined || undefined}
    aria-description={disabledReason}
    data-tooltip={disabledReason}
    onChange={(event) => disabledReason === undefined && onChange(event.target.checked)}
  />
)
