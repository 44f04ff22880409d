import { Content, Portal, Provider, Root, Trigger } from 'radix-ui/tooltip'
import type { ReactElement, ReactNode } from 'react'

import styles from './tooltip.module.css'

/** A short explanation of the one control inside; never the only place where something important stands. */
export function Tooltip({ content, children }: { content: ReactNode; children: ReactElement }) {
  return (
    <Provider delayDuration={350}>
      <Root>
        <Trigger asChild>{children}</Trigger>
        <Portal>
          <Content className={styles['content']} sideOffset={6} collisionPadding={8}>
            {content}
          </Content>
        </Portal>
      </Root>
    </Provider>
  )
}
