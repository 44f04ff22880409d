import styles from './logo.module.css'

/** Two streams in a channel. */
export function Logo({ withName = false }: { withName?: boolean }) {
  return (
    <span className={styles['logo']}>
      <svg viewBox="0 0 32 32" width="26" height="26" aria-hidden>
        <rect width="32" height="32" rx="8" className={styles['ground']} />
        <path d="M6 12.5c3.4-3.6 6.8-3.6 10 0s6.6 3.6 10 0" className={styles['stream']} />
        <path d="M6 20c3.4-3.6 6.8-3.6 10 0s6.6 3.6 10 0" className={styles['echo']} />
      </svg>
      {withName && <span className={styles['name']}>Millrace</span>}
    </span>
  )
}
