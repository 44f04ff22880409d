import styles from './switch.module.css'

export interface SwitchProps {
  /** For screen readers; the visible label is beside it. */
  readonly label: string
  readonly checked: boolean
  readonly disabled?: boolean | undefined
  onChange(checked: boolean): void
}

export const Switch = ({ label, checked, disabled = false, onChange }: SwitchProps) => (
  <input
    type="checkbox"
    role="switch"
    className={styles['track']}
    aria-label={label}
    aria-checked={checked}
    checked={checked}
    disabled={disabled}
    onChange={(event) => onChange(event.target.checked)}
  />
)
