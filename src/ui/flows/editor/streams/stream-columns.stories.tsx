import type { Meta, StoryObj } from '@storybook/react-vite'
import { userEvent, within } from 'storybook/test'

import { aBusyOrganizationWhere, type Fakes, serverDown } from '../../../.storybook/organization-fakes.ts'
import { type PageArgs, pageStory } from '../../../.storybook/page-story.tsx'

const meta = {
  ...pageStory,
  title: 'Pages/Columns of a stream',
  args: { address: '/floweditor/flow-1' },
  play: async ({ canvasElement }) => {
    const name = /^(Settings of|Einstellungen von) public\.orders$/
    const settings = await within(canvasElement).findByRole('button', { name }, { timeout: 30_000 })
    await userEvent.click(settings)
  },
} satisfies Meta<PageArgs>

export default meta
type Story = StoryObj<typeof meta>

const where = (change: (fakes: Fakes) => void): Partial<Story> => ({
  args: { address: '/floweditor/flow-1', fakes: () => aBusyOrganizationWhere(change) },
})

const text = (name: string) => ({ name, type: 'text' })

export const Planned: Story = {
  ...where(({ flows }) => {
    flows.planned = {
      target: 'public.orders',
      effect: 'upserted',
      columns: [
        { name: 'id', source: text('id'), targetType: 'character varying(40)', notes: ['key', 'narrower'] },
        { name: 'customer', source: text('customer_id'), targetType: 'text', notes: [] },
        { name: 'doubled', targetType: 'numeric(38,2)', notes: ['made', 'added'] },
        { name: 'total', source: text('total'), notes: ['dropped'] },
      ],
      notes: [],
    }
  }),
  parameters: { shows: 'created by steps' },
}

export const Stopped: Story = {
  ...where(({ flows }) => {
    const message = 'The table public.orders does not fit: column "total" is integer, but the stream has text.'
    flows.planned = { ...flows.planned, problem: { message, hint: 'Choose another target.' } }
  }),
  parameters: { shows: 'A run would stop here' },
}

export const Loading: Story = {
  ...where(({ flows }) => {
    flows.plan = () => new Promise(() => undefined)
  }),
  parameters: { shows: '3 columns' },
}

export const Failed: Story = {
  ...where(({ flows }) => {
    flows.plan = async () => ({ ok: false, failure: serverDown })
  }),
  parameters: { shows: 'The plan cannot be shown now' },
}
