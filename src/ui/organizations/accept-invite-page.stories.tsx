import type { Meta, StoryObj } from '@storybook/react-vite'

import { aBusyOrganization, aBusyOrganizationWhere } from '../.storybook/organization-fakes.ts'
import { type PageArgs, pageStory } from '../.storybook/page-story.tsx'

const meta = {
  ...pageStory,
  title: 'Pages/Accept an invitation',
  args: { address: '/accept-invite?token=token-invitation-1' },
} satisfies Meta<PageArgs>

export default meta
type Story = StoryObj<typeof meta>

export const NotComplete: Story = {
  args: { address: '/accept-invite' },
  parameters: { shows: 'This invitation link is not complete' },
}

export const Loading: Story = {
  args: { fakes: () => aBusyOrganizationWhere(({ invitations }) => invitations.holdNext()) },
  parameters: { shows: 'Loading…' },
}

export const Open: Story = {
  args: { fakes: () => aBusyOrganization() },
  parameters: { shows: { role: 'button', name: 'Accept the invitation' } },
}

export const Unknown: Story = {
  args: {
    fakes: () =>
      aBusyOrganizationWhere(({ invitations }) =>
        invitations.failNext({ kind: 'http', status: 404, statusText: '', code: 'INVITATION_UNKNOWN' }),
      ),
  },
  parameters: { shows: 'This invitation link is not valid' },
}

export const Revoked: Story = {
  args: {
    fakes: () =>
      aBusyOrganizationWhere(({ invitations }) =>
        invitations.failNext({ kind: 'http', status: 410, statusText: '', code: 'INVITATION_REVOKED' }),
      ),
  },
  parameters: { shows: 'This invitation was revoked' },
}

export const Expired: Story = {
  args: {
    fakes: () =>
      aBusyOrganizationWhere(({ invitations }) =>
        invitations.failNext({ kind: 'http', status: 410, statusText: '', code: 'INVITATION_EXPIRED' }),
      ),
  },
  parameters: { shows: 'This invitation has expired' },
}

export const AcceptedBefore: Story = {
  args: {
    fakes: () =>
      aBusyOrganizationWhere(({ invitations }) =>
        invitations.failNext({ kind: 'http', status: 409, statusText: '', code: 'INVITATION_ACCEPTED' }),
      ),
  },
  parameters: { shows: 'This invitation was accepted already' },
}
