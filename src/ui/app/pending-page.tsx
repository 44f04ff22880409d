import styles from '../layout/lone-page.module.css'
import { SlowStart } from '../layout/slow-start.tsx'

/** Shown instead of every page until the signed-in user is known, and the profile is loaded. */
export const PendingPage = () => (
  <div className={styles['page']}>
    <SlowStart />
  </div>
)
