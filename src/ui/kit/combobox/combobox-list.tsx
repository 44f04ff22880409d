import { Anchor, Content, Portal, Root } from 'radix-ui/popover'
import type { ReactNode, RefObject } from 'react'

import styles from './combobox.module.css'

interface ComboboxListProps {
  /** The field below which it is. */
  readonly anchor: RefObject<HTMLDivElement | null>
  readonly children: ReactNode
  onClose(): void
}

/** The open list of a combobox. */
export function ComboboxList({ anchor, children, onClose }: ComboboxListProps) {
  const isOfField = (target: EventTarget | null) => target instanceof Node && anchor.current?.contains(target) === true
  return (
    <Root open onOpenChange={(wanted) => !wanted && onClose()}>
      <Anchor virtualRef={anchor as RefObject<HTMLDivElement>} />
      <Portal>
        <Content
          className={styles['content']}
          align="start"
          sideOffset={4}
          role="presentation"
          // The focus stays in the field.
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onInteractOutside={(event) => isOfField(event.target) && event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          // A dialog keeps what is outside of it from scrolling.
          onWheel={(event) => event.stopPropagation()}
          onTouchMove={(event) => event.stopPropagation()}
        >
          {children}
        </Content>
      </Portal>
    </Root>
  )
}
