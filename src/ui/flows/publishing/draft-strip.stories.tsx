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
  const flow = { ...found.value, version: 3, edition: 1, config: { ...found.value.config, schedule } }
  fakes.flows.put('org-1', flow)
  const transformations = [...flow.config.transformations, step]
  await fakes.flows.saveEdit('org-1', flow, { config: { ...flow.config, transformations } })
  return fakes
}

/** A flow that is run by hand, with a step that is not finished. */
async function anUnfinishedStep() {
  const fakes = await aBusyOrganization()
  const found = await fakes.flows.get('org-1', 'flow-1')
  if (!found.ok) throw new Error('no flow')
  const { schedule: _, after: __, ...config } = found.value.config
  const flow = { ...found.value, edition: 1, config: { ...config, transformations: [] } }
  fakes.flows.put('org-1', flow)
  const filter = { id: 't1', type: 'filter', settings: {} }
  await fakes.flows.saveEdit('org-1', flow, { config: { ...flow.config, transformations: [filter] } })
  return fakes
}

/** A draft beside another version of a flow. */
async function aDraftBesideVersions() {
  const fakes = await aDraft()
  await fakes.flows.update('org-1', 'flow-1', { name: 'Orders, every night' })
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

/** Run was pressed: which version is wanted? */
export const RunWithDraft: Story = {
  args: { address: '/floweditor/flow-1' },
  play: async () => {
    await screen.findByText('1 change is not live', {}, PATIENCE)
    await press('Run')
  },
  parameters: { shows: { role: 'dialog', name: 'Run what is published?' } },
}

/** Only what is unfinished waits. */
export const RunWithUnfinishedStep: Story = {
  args: { address: '/floweditor/flow-1', fakes: anUnfinishedStep },
  play: async () => {
    await screen.findByText('1 change is not live', {}, PATIENCE)
    await press('Run')
  },
  parameters: { shows: { role: 'dialog', name: 'Run what is published?' } },
}

export const WhenEditsGoLive: Story = {
  args: { address: '/floweditor/flow-1?dialog=publishing' },
  parameters: { shows: { role: 'dialog', name: 'When edits go live' } },
}

/** A version is to be restored beside the draft of somebody. */
export const ReplaceDraft: Story = {
  args: { address: '/flows/flow-1?dialog=versions', fakes: aDraftBesideVersions },
  play: async () => {
    await press('Compare with version 3')
    await press('Restore version 3')
  },
  parameters: { shows: { role: 'alertdialog', name: 'Replace the draft?' } },
}
