import type { Meta, StoryObj } from '@storybook/react-vite'
import { screen, userEvent } from 'storybook/test'

import { aBusyOrganization } from '../../.storybook/organization-fakes.ts'
import { type PageArgs, pageStory } from '../../.storybook/page-story.tsx'

const step = { id: 't1', type: 'limit', settings: { rows: 10 } }
const schedule = { cron: '0 3 * * *', timezone: 'UTC' }

/** A nightly flow whose new step is not live. */
async function aDraft() {
  const fakes = await aBusyOrganization()
  const found = await fakes.flows.get('org-1', 'flow-1')
  if (!found.ok) throw new Error('no flow')
  const flow = { ...found.value, edition: 1, config: { ...found.value.config, schedule } }
  fakes.flows.put('org-1', flow)
  const transformations = [...flow.config.transformations, step]
  await fakes.flows.saveEdit('org-1', flow, { config: { ...flow.config, transformations } })
  return fakes
}

const PATIENCE = { timeout: 10_000 }
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }, PATIENCE))

const meta = {
  ...pageStory,
  title: 'Flows/Draft',
  args: { address: '/flows/flow-1', fakes: aDraft },
} satisfies Meta<PageArgs>

export default meta

type Story = StoryObj<typeof meta>

export const Strip: Story = { parameters: { shows: '1 change is not live' } }

export const InEditor: Story = {
  args: { address: '/floweditor/flow-1' },
  parameters: { shows: '1 change is not live' },
}

export const Publish: Story = {
  play: () => press('Publish'),
  parameters: { shows: { role: 'dialog', name: 'Publish 1 change' } },
}

export const Discard: Story = {
  play: () => press('Discard'),
  parameters: { shows: { role: 'alertdialog', name: 'Discard 1 change?' } },
}
