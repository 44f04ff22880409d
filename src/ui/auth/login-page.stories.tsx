import type { Meta, StoryObj } from '@storybook/react-vite'
import { screen, userEvent } from 'storybook/test'

import { signedOut } from '../.storybook/organization-fakes.ts'
import { type PageArgs, pageStory } from '../.storybook/page-story.tsx'

const meta = { ...pageStory, title: 'Pages/Login', args: { address: '/login' } } satisfies Meta<PageArgs>

export default meta
type Story = StoryObj<typeof meta>

export const SignIn: Story = {
  args: { fakes: signedOut },
  parameters: { shows: { role: 'button', name: 'Sign in' } },
}

export const WhatIsMissing: Story = {
  args: { fakes: signedOut },
  play: async () => userEvent.click(await screen.findByRole('button', { name: 'Sign in' })),
  parameters: { shows: 'Password is required' },
}

export const SessionEnded: Story = {
  args: { address: '/login?ended=true', fakes: signedOut },
  parameters: { shows: 'Your session has ended.' },
}

export const ForgottenPassword: Story = {
  args: { address: '/login?reset=true', fakes: signedOut },
  parameters: { shows: { role: 'heading', name: 'Reset your password' } },
}
