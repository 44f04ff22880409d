import type { Meta, StoryObj } from '@storybook/react-vite'
import { within } from 'storybook/test'

import {
  aBusyOrganization,
  aBusyOrganizationWhere,
  type Fakes,
  serverDown,
} from '../../../.storybook/organization-fakes.ts'
import { type PageArgs, pageStory } from '../../../.storybook/page-story.tsx'

const meta = {
  ...pageStory,
  title: 'Pages/Preview of a step',
  args: { address: '/floweditor/flow-1', fakes: () => aBusyOrganization() },
  play: async ({ canvasElement }) => {
    const steps = await within(canvasElement).findAllByRole(
      'group',
      { name: /^(Step|Schritt) 1 / },
      { timeout: 30_000 },
    )
    steps[0]?.focus()
  },
} satisfies Meta<PageArgs>

export default meta
type Story = StoryObj<typeof meta>

const where = (change: (fakes: Fakes) => void): Partial<Story> => ({
  args: { fakes: () => aBusyOrganizationWhere(change) },
})

export const Rows: Story = { parameters: { shows: '66 of 100 rows stay' } }

export const Loading: Story = {
  ...where(({ flows }) => {
    flows.preview = () => new Promise(() => undefined)
  }),
  parameters: { shows: { role: 'region', name: 'Preview' } },
}

export const NoRows: Story = {
  ...where(({ flows }) => {
    flows.sample = { ...flows.sample, rows: [] }
  }),
  parameters: { shows: 'There are no rows here.' },
}

export const Refused: Story = {
  ...where(({ flows }) => {
    const message = 'There is no column "totl".'
    flows.stepErrors.set('t1', { message, hint: 'Did you mean "total"?', field: 'settings.where' })
  }),
  parameters: { shows: 'The step does not work with these settings.' },
}

export const Failed: Story = {
  ...where(({ flows }) => {
    flows.preview = async () => ({ ok: false, failure: serverDown })
  }),
  parameters: { shows: 'No preview now' },
}

export const Viewer: Story = {
  ...where(({ organization }) => organization.load([{ id: 'org-1', name: 'Analytical Engines', roles: ['viewer'] }])),
  parameters: { shows: 'Needs the role Editor or a higher one' },
}
