import { ChevronRight, type IconNode } from 'lucide'
import type { ReactNode } from 'react'

import { Icon } from '../icon/icon.tsx'
import styles from './menu.module.css'
import { useParts } from './menu.tsx'
import { useCollected } from './menu-commands.tsx'

interface MenuGroupProps {
  readonly icon?: IconNode
  readonly label: ReactNode
  readonly children: ReactNode
}

/** Entries behind one entry; for `PageCommands` a command each. */
export function MenuGroup(props: MenuGroupProps) {
  return useCollected() ? props.children : <DrawnGroup {...props} />
}

function DrawnGroup({ icon, label, children }: MenuGroupProps) {
  const { Portal, Sub, SubContent, SubTrigger } = useParts()
  return (
    <Sub>
      <SubTrigger className={styles['item']}>
        {icon && <Icon of={icon} size={15} className={styles['icon']} />}
        <span className={styles['text']}>{label}</span>
        <Icon of={ChevronRight} size={14} className={styles['icon']} />
      </SubTrigger>
      <Portal>
        <SubContent className={styles['content']} sideOffset={4} collisionPadding={8}>
          {children}
        </SubContent>
      </Portal>
    </Sub>
  )
}
