import type { ReactNode } from 'react'

import styles from './menu.module.css'
import { useParts } from './menu.tsx'

export function MenuLabel({ children }: { children: ReactNode }) {
  const { Label } = useParts()
  return <Label className={styles['label']}>{children}</Label>
}
