import type { Meta, StoryObj } from '@storybook/react-vite'

import type { Notice } from '../../../core/notices/notice.ts'
import { ToastStore } from './toast-store.ts'
import { Toaster } from './toaster.tsx'

/** Kept open for the story. */
function holding(...notices: readonly Notice[]): ToastStore {
  const store = new ToastStore()
  for (const notice of notices) store.show(notice)
  for (const { id } of store.get()) store.hold(id)
  return store
}

const FAILED: Notice = {
  type: 'negative',
  text: 'Failed to test connection',
  detail: 'The server did not accept the password of “ada”.',
}

const meta = {
  title: 'Kit/Toast',
  component: Toaster,
  args: {
    store: holding(FAILED),
    textOf: (notice) => ('text' in notice ? notice.text : notice.code),
    detailOf: ({ detail }) => detail,
  },
  parameters: { shows: 'Failed to test connection', hasToast: true },
} satisfies Meta<typeof Toaster>

export default meta
type Story = StoryObj<typeof meta>

export const Negative: Story = {}
export const Several: Story = {
  args: {
    store: holding(
      FAILED,
      { type: 'positive', text: 'Connection test successful' },
      { type: 'warning', text: 'The connection is slow' },
      { type: 'info', text: 'A newer version is there' },
      { type: 'ongoing', text: 'Deleting…' },
    ),
  },
}
