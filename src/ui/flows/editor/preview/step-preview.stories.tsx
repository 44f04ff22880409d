import type { Meta, StoryObj } from '@storybook/react-vite'
import { screen, userEvent, within } from 'storybook/test'

import type { ConnectionType } from '../../../../core/catalog/connections/connection-types.ts'
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
  parameters: { shows: 'No rows here.' },
}

export const Refused: Story = {
  ...where(({ flows }) => {
    const message = 'There is no column "totl".'
    flows.stepErrors.set('t1', { message, hint: 'Did you mean "total"?', field: 'settings.where' })
  }),
  parameters: { shows: 'The step does not work with these settings.' },
}

/** No setting is wrong, but the server had no time for it. */
export const TooSlow: Story = {
  ...where(({ flows }) => {
    const message = 'It takes longer than 30 seconds to try this step.'
    flows.stepErrors.set('t1', { message, hint: 'Make the step simpler.' })
  }),
  parameters: { shows: { role: 'button', name: 'Try again' } },
}

export const Failed: Story = {
  ...where(({ flows }) => {
    flows.preview = async () => ({ ok: false, failure: serverDown })
  }),
  parameters: { shows: 'No preview now' },
}

export const Viewer: Story = {
  ...where(({ organization }) => organization.load([{ id: 'org-1', name: 'Analytical Engines', roles: ['viewer'] }])),
  parameters: { shows: 'Needs at least the role Editor' },
}

/** Somebody chose the destination for a step with this measure. */
const chosenThere = (measure: object, type: ConnectionType): Story => ({
  args: {
    fakes: async () => {
      const fakes = await aBusyOrganization()
      const found = await fakes.flows.get('org-1', 'flow-1')
      if (!found.ok) return fakes
      const settings = { by: ['total'], measures: [measure], runs_in: 'destination' }
      const transformations = [{ id: 't1', type: 'aggregate', stream: 'public.orders', settings }]
      const { config, destinationConnection } = found.value
      fakes.flows.put('org-1', {
        ...found.value,
        ...(destinationConnection && { destinationConnection: { ...destinationConnection, type } }),
        config: { ...config, transformations },
      })
      return fakes
    },
  },
  play: async (context) => {
    await meta.play(context)
    await userEvent.click(
      await screen.findByRole('button', { name: /^(Runs in|Läuft in|Läuft im) / }, { timeout: 30_000 }),
    )
  },
})

const COUNT = { name: 'orders', function: 'count' }

/** People choose that the destination runs a step that combines rows. */
export const InTheDestination: Story = {
  ...chosenThere(COUNT, 'postgres'),
  parameters: { shows: 'PostgreSQL (destination)' },
}

export const InBigquery: Story = { ...chosenThere(COUNT, 'bigquery'), parameters: { shows: 'BigQuery (destination)' } }

/** The destination was chosen, but could have another result. */
export const NotInTheDestination: Story = {
  ...chosenThere({ name: 'mean', function: 'avg', column: 'total' }, 'bigquery'),
  parameters: {
    shows: 'BigQuery could have another result, or does not run a later step.',
  },
}
