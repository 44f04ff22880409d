import { useLingui } from '@lingui/react/macro'
import { Action, Cancel, Content, Description, Overlay, Portal, Root, Title } from 'radix-ui/alert-dialog'
import type { ReactNode } from 'react'

import { Button } from '../button/button.tsx'
import { classNames } from '../class-names.ts'
import styles from './dialog.module.css'
import { useReturnFocus } from './use-return-focus.ts'

interface AlertDialogProps {
  readonly title: ReactNode
  /** The consequences, in plain words. */
  readonly description: ReactNode
  readonly confirmLabel: string
  readonly cancelLabel?: string
  /** Nothing is lost: the button is not red. */
  readonly isHarmless?: boolean
  readonly isBusy?: boolean
  readonly disabledReason?: string | undefined
  readonly children?: ReactNode
  onConfirm(): void
  onCancel(): void
}

/** Asks before an irreversible action, or one with consequences outside. Open as long as it is rendered. */
export function AlertDialog(props: AlertDialogProps) {
  const { t } = useLingui()
  const { title, description, confirmLabel, cancelLabel, isHarmless, isBusy, disabledReason, children } = props
  const { onConfirm, onCancel } = props
  const returnFocus = useReturnFocus()
  return (
    <Root open onOpenChange={(isOpen) => !isOpen && onCancel()}>
      <Portal>
        <Overlay className={styles['overlay']} />
        <Content className={classNames(styles['content'], styles['sm'])} onCloseAutoFocus={returnFocus}>
          <header className={styles['header']}>
            <div>
              <Title className={styles['title']}>{title}</Title>
              <Description className={styles['description']}>{description}</Description>
            </div>
          </header>
          {children && <div className={styles['body']}>{children}</div>}
          <footer className={styles['footer']}>
            <Cancel asChild>
              <Button>{cancelLabel ?? t`Cancel`}</Button>
            </Cancel>
            <Action
              asChild
              onClick={(event) => {
                event.preventDefault()
                if (disabledReason === undefined) onConfirm()
              }}
            >
              <Button variant={isHarmless ? 'primary' : 'danger'} isBusy={isBusy} disabledReason={disabledReason}>
                {confirmLabel}
              </Button>
            </Action>
          </footer>
        </Content>
      </Portal>
    </Root>
  )
}
