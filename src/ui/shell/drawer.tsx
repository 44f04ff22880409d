import { Content, Overlay, Portal, Root, Title } from 'radix-ui/dialog'
import { type ReactNode, useEffect, useRef } from 'react'

import { useReturnFocus } from '../kit/dialog/use-return-focus.ts'
import styles from './drawer.module.css'

interface DrawerProps {
  readonly title: string
  /** The current location: a navigation closes the drawer. */
  readonly pathname: string
  readonly children: ReactNode
  onClose(): void
}

/** The navigation on narrow screens. */
export function Drawer({ title, pathname, children, onClose }: DrawerProps) {
  const openedAt = useRef(pathname)
  useEffect(() => {
    if (openedAt.current !== pathname) onClose()
  }, [pathname, onClose])
  const returnFocus = useReturnFocus()
  return (
    <Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Portal>
        <Overlay className={styles['overlay']} />
        <Content className={styles['content']} aria-describedby={undefined} onCloseAutoFocus={returnFocus}>
          <Title className="visually-hidden">{title}</Title>
          {children}
        </Content>
      </Portal>
    </Root>
  )
}
