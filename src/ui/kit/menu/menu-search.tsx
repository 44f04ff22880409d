import styles from './menu.module.css'

interface MenuSearchProps {
  readonly label: string
  readonly value: string
  onChange(value: string): void
}

/** Filters the entries below it. The arrow keys move to them; letters go into the field and do not jump to entries. */
export const MenuSearch = ({ label, value, onChange }: MenuSearchProps) => (
  <input
    type="search"
    className={styles['search']}
    aria-label={label}
    placeholder={label}
    autoComplete="off"
    // biome-ignore lint/a11y/noAutofocus: a user who opens a long list wants to search it.
    autoFocus
    value={value}
    onChange={({ target }) => onChange(target.value)}
    onKeyDown={(event) => !['ArrowDown', 'ArrowUp', 'Escape', 'Tab'].includes(event.key) && event.stopPropagation()}
  />
)
