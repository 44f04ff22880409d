import { LoaderCircle } from 'lucide'

import { Icon } from '../icon/icon.tsx'
import { ICON_PIXELS, type Size } from '../size.ts'
import styles from './spinner.module.css'

/** Silent, because the text beside it, or the element around it, describes the work. */
export function Spinner({ size = 'md' }: { size?: Size }) {
  return <Icon of={LoaderCircle} size={ICON_PIXELS[size]} className={styles['spinner']} />
}
