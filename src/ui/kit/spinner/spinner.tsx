import { LoaderCircle } from 'lucide-react'

import { ICON_PIXELS, type Size } from '../size.ts'
import styles from './spinner.module.css'

/** Silent: the text beside it, or the element around it, says what is going on. */
export function Spinner({ size = 'md' }: { size?: Size }) {
  return <LoaderCircle size={ICON_PIXELS[size]} className={styles['spinner']} aria-hidden />
}
