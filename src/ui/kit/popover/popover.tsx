import { Content, Portal, Root, Trigger } from 'radix-ui/popover'
import type { ReactElement, ReactNode } from 'react'

import styles from './popover.module.css'

export interface PopoverProps {
  /** A button. */
  readonly trigger: ReactElement
  /** Its name for those who hear it. */
  readonly label: string
  readonly children: ReactNode
}

/** A few words behind a button, which a tap opens too. */
export const Popover = ({ trigger, label, children }: PopoverProps) => (
  <Root>
    <Trigger asChild>{trigger}</Trigger>
    <Portal>
      <Content aria-label={label} className={styles['content']} align="start" sideOffset={6} collisionPadding={8}>
        {children}
      </Content>
    </Portal>
  </Root>
)
