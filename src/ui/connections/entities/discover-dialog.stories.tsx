import type { Meta, StoryObj } from '@storybook/react-vite'
import { userEvent, within } from 'storybook/test'

import {
  aBusyOrganization,
  aBusyOrganizationWhere,
  type Fakes,
  serverDown,
} from '../../.storybook/organization-fakes.ts'
import { type PageArgs, pageStory } from '../../.storybook/page-story.tsx'

const meta = {
  ...pageStory,
  title: 'Pages/What is in a source',
  args: { address: '/sources?dialog=discover&id=connection-1', fakes: () => aBusyOrganization() },
} satisfies Meta<PageArgs>

export default meta
type Story = StoryObj<typeof meta>

const where = (change: (fakes: Fakes) => void): Story => ({ args: { fakes: () => aBusyOrganizationWhere(change) } })

const PATIENCE = { timeout: 30_000 }

/** The dialog is beside the canvas of the story, not in it. */
const openRows: Story['play'] = async ({ canvasElement }) => {
  const page = within(canvasElement.ownerDocument.body)
  await userEvent.click(await page.findByRole('button', { name: /^public\.orders/ }, PATIENCE))
  await userEvent.click(await page.findByRole('button', { name: /^(Show rows|Zeilen zeigen)/ }))
}

const columns = [
  { name: 'id', type: 'bigint' },
  { name: 'email', type: 'text' },
]

export const Tables: Story = { parameters: { shows: 'public.customers' } }

export const Loading: Story = {
  ...where(({ connections }) => {
    connections.discover = () => new Promise(() => undefined)
  }),
  parameters: { shows: 'Loading…' },
}

export const Failed: Story = {
  ...where(({ connections }) => {
    connections.discover = async () => ({ ok: false, failure: serverDown })
  }),
  parameters: { shows: 'The schema could not be read', hasToast: true },
}

export const Empty: Story = {
  ...where(({ connections }) => {
    connections.entities = []
  }),
  parameters: { shows: 'Nothing here yet' },
}

export const NoMatch: Story = {
  play: async ({ canvasElement }) => {
    const page = within(canvasElement.ownerDocument.body)
    await userEvent.type(await page.findByRole('searchbox', {}, PATIENCE), 'nowhere')
  },
  parameters: { shows: 'Nothing matches your search' },
}

export const Rows: Story = {
  ...where(({ connections }) => {
    const rows = Array.from({ length: 100 }, (_, n) => [`${n}`, n % 3 === 0 ? null : `ada${n}@example.com`])
    connections.sample = { columns, rows, hasMore: true, notes: [] }
  }),
  play: openRows,
  parameters: { shows: 'The first 100 rows; there are more.' },
}

export const NoRows: Story = { play: openRows, parameters: { shows: 'No rows here.' } }

export const RowsFailed: Story = {
  ...where(({ connections }) => {
    connections.rows = async () => ({ ok: false, failure: serverDown })
  }),
  play: openRows,
  parameters: { shows: 'The rows could not be read' },
}

export const TwoThousand: Story = {
  ...where(({ connections }) => {
    connections.entities = Array.from({ length: 2_000 }, (_, n) => ({ name: `public.table_${n}`, columns }))
  }),
  parameters: { shows: '2,000 tables' },
}
