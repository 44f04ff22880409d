import styles from '../layout/lone-page.module.css'
import { SlowStart } from '../layout/slow-start.tsx'

/** In place of every page until it is known who is signed in, and their profile is there. */
export const PendingPage = () => (
  <div className={styles['page']}>
    <SlowStart />
  </div>
)
