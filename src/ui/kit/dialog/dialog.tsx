import { useLingui } from '@lingui/react/macro'
import { X } from 'lucide'
import { Close, Content, Description, Overlay, Portal, Root, Title } from 'radix-ui/dialog'
import { type ReactNode, useCallback, useContext, useRef, useState } from 'react'
import { classNames } from '../class-names.ts'
import { IconButton } from '../icon-button/icon-button.tsx'
import { AlertDialog } from './alert-dialog.tsx'
import { BackGuardContext } from './back-guard.ts'
import styles from './dialog.module.css'
import { LeaveContext } from './leave-button.tsx'
import { useReturnFocus } from './use-return-focus.ts'
import { useTyped } from './use-typed.ts'

interface DialogProps {
  readonly title: ReactNode
  readonly description?: ReactNode
  readonly size?: 'sm' | 'md' | 'lg'
  /** Buttons at the bottom; inside a form, give the submit button `form="…"`. */
  readonly footer?: ReactNode
  readonly children?: ReactNode
  onClose(): void
}

/** Open as long as it is rendered, so that the URL decides. Asks before a form with typed values is closed. */
export function Dialog({ title, description, size = 'md', footer, children, onClose }: DialogProps) {
  const { t } = useLingui()
  const content = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const hasTyped = useTyped(body)
  const place = useCallback((element: HTMLDivElement) => {
    body.current = element
    return keepAlertsInSight(element)
  }, [])
  const useBackGuard = useContext(BackGuardContext)
  const back = useBackGuard(hasTyped)
  const returnFocus = useReturnFocus()
  const [isLeaving, setLeaving] = useState(false)
  const leave = () => (hasTyped() ? setLeaving(true) : onClose())
  const discard = () => (back.isHeld ? back.goBack() : onClose())
  const keepEditing = () => {
    back.stay()
    setLeaving(false)
  }
  return (
    <Root open onOpenChange={(isOpen) => !isOpen && leave()}>
      <Portal>
        <Overlay className={styles['overlay']} />
        <Content
          ref={content}
          className={classNames(styles['content'], styles[size])}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            // A form may focus another field first.
            if (body.current?.contains(document.activeElement)) return
            const first = body.current?.querySelector<HTMLElement>('input, select, textarea')
            ;(first ?? content.current)?.focus()
          }}
          onCloseAutoFocus={returnFocus}
          onInteractOutside={(event) => isInToast(event.target) && event.preventDefault()}
          {...(description === undefined && { 'aria-describedby': undefined })}
        >
          <header className={styles['header']}>
            <div>
              <Title className={styles['title']}>{title}</Title>
              {description !== undefined && <Description className={styles['description']}>{description}</Description>}
            </div>
            <Close asChild>
              <IconButton icon={X} label={t`Close`} size="sm" />
            </Close>
          </header>
          <LeaveContext value={leave}>
            <div ref={place} className={styles['body']}>
              {children}
            </div>
            {footer && <footer className={styles['footer']}>{footer}</footer>}
          </LeaveContext>
        </Content>
      </Portal>
      {(isLeaving || back.isHeld) && (
        <AlertDialog
          title={t`Discard what you typed?`}
          description={t`It is not saved yet.`}
          cancelLabel={t`Keep editing`}
          confirmLabel={t`Discard`}
          onConfirm={discard}
          onCancel={keepEditing}
        />
      )}
    </Root>
  )
}

/** Reading or closing a notice does not close the dialog; a closed notice is no longer in the page when this is checked. */
const isInToast = (target: EventTarget | null): boolean =>
  target instanceof Element && (!target.isConnected || target.closest('[data-toasts]') !== null)

/** An error that appears below a long form is scrolled into sight, because whoever pressed *Save* would not see it. @returns ends it */
function keepAlertsInSight(body: HTMLElement): () => void {
  const watching = new MutationObserver((changes) => {
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node instanceof Element)
    const alerts = added.map((node) => (node.matches('[role=alert]') ? node : node.querySelector('[role=alert]')))
    alerts.find((alert) => alert !== null)?.scrollIntoView({ block: 'nearest' })
  })
  watching.observe(body, { childList: true, subtree: true })
  return () => watching.disconnect()
}
