import { type ComponentProps, type ReactNode, useId } from 'react'

import { Button, type ButtonProps } from '../button/button.tsx'
import { Dialog } from '../dialog/dialog.tsx'
import { LeaveButton } from '../dialog/leave-button.tsx'
import { Stack } from '../page/page.tsx'

interface FormDialogProps
  extends Omit<ComponentProps<typeof Dialog>, 'footer'>,
    Pick<ButtonProps, 'isBusy' | 'disabledReason'> {
  readonly submitLabel: ReactNode
  onSubmit(): void
}

/** A form in a dialog: its parts one below the other, and its buttons at the bottom. */
export function FormDialog({ submitLabel, isBusy, disabledReason, children, onSubmit, ...dialog }: FormDialogProps) {
  const formId = useId()
  return (
    <Dialog
      {...dialog}
      footer={
        <>
          <LeaveButton />
          <Button type="submit" form={formId} variant="primary" isBusy={isBusy} disabledReason={disabledReason}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        <Stack>{children}</Stack>
      </form>
    </Dialog>
  )
}
