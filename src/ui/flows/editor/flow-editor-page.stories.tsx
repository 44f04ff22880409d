import type { Meta, StoryObj } from '@storybook/react-vite'

import { anOrganizationWithMirror, anOrganizationWithPacedMirror } from '../../.storybook/mirror-fakes.ts'
import { long } from '../../.storybook/naming.ts'
import { aBusyOrganization, aBusyOrganizationWhere, serverDown } from '../../.storybook/organization-fakes.ts'
import { type PageArgs, pageStory } from '../../.storybook/page-story.tsx'

const meta = {
  ...pageStory,
  title: 'Pages/Flow editor',
  args: { address: '/floweditor/flow-1' },
} satisfies Meta<PageArgs>

export default meta
type Story = StoryObj<typeof meta>

export const SqlBeforeAndAfter: Story = {
  args: { address: '/floweditor/flow-1?dialog=sql', fakes: () => aBusyOrganization() },
  parameters: { shows: { role: 'textbox', name: 'After all rows have arrived' } },
}

/** Texts that people have put on the picture. */
export const Comments: Story = {
  args: {
    fakes: async () => {
      const fakes = await aBusyOrganization()
      const found = await fakes.flows.get('org-1', 'flow-1')
      const comments = [{ id: 'c1', text: 'Slow on Mondays. Ask Ada before you change the schedule.', x: 250, y: 20 }]
      if (found.ok) fakes.flows.put('org-1', { ...found.value, config: { ...found.value.config, comments } })
      return fakes
    },
  },
  parameters: { shows: { role: 'button', name: 'Move the comment' } },
}

const mirrored = { address: '/floweditor/flow-7' }

export const MirrorReady: Story = {
  args: { ...mirrored, fakes: () => anOrganizationWithMirror(undefined) },
  parameters: { shows: 'Ready' },
}

/** BigQuery gets batches in an interval. */
export const MirrorPaced: Story = {
  args: { ...mirrored, fakes: () => anOrganizationWithPacedMirror(undefined) },
  parameters: { shows: { role: 'combobox', name: 'Interval' } },
}

/** Steps that combine rows are named with the reason. */
export const MirrorAddStep: Story = {
  args: { address: '/floweditor/flow-7?dialog=add', fakes: () => anOrganizationWithMirror(undefined) },
  parameters: { shows: { role: 'dialog', name: 'Add a step' } },
}

/** The source keeps no log yet, one table has no key, and a trigger of the destination is worth a note. */
export const MirrorHindered: Story = {
  args: {
    ...mirrored,
    fakes: async () => {
      const fakes = await anOrganizationWithMirror(undefined)
      fakes.mirrors.readiness = {
        tables: [],
        hindrances: [
          {
            reason: 'The log of the server does not contain rows (wal_level = replica).',
            statement: `ALTER SYSTEM SET wal_level = 'logical';`,
            needsRestart: true,
          },
          {
            reason: 'The table has no key, so changed rows could not be found.',
            entity: 'public.customers',
            statement: 'ALTER TABLE "public"."customers" REPLICA IDENTITY FULL;',
          },
          {
            reason: 'The trigger touch of public.orders fires on each row that the mirror writes.',
            entity: 'public.orders',
            side: 'destination',
            isNote: true,
            statement: 'ALTER TABLE "public"."orders" DISABLE TRIGGER "touch";',
          },
        ],
      }
      return fakes
    },
  },
  parameters: { shows: { role: 'list', name: 'To do before the start' } },
}

export const Loading: Story = {
  args: { fakes: () => aBusyOrganizationWhere(({ flows }) => flows.holdNext()) },
  parameters: { shows: 'Loading…' },
}

export const Failed: Story = {
  args: {
    fakes: () =>
      aBusyOrganizationWhere(({ flows }) => {
        flows.get = async () => ({ ok: false, failure: serverDown })
      }),
  },
  parameters: { shows: 'The flow could not be loaded' },
}

export const NotThere: Story = {
  args: { address: '/floweditor/nowhere' },
  parameters: { shows: 'This flow does not exist' },
}

export const Full: Story = {
  args: { fakes: () => aBusyOrganization() },
  parameters: { shows: { role: 'button', name: 'Run' } },
}

export const Outline: Story = {
  args: { address: '/floweditor/flow-1?tab=outline', fakes: () => aBusyOrganization() },
  parameters: { shows: { role: 'tab', name: 'Outline' } },
}

export const Runs: Story = {
  args: { address: '/floweditor/flow-1?tab=runs', fakes: () => aBusyOrganization() },
  parameters: { shows: { role: 'tab', name: 'Runs' } },
}

export const NoRuns: Story = {
  args: { address: '/floweditor/flow-4?tab=runs', fakes: () => aBusyOrganization() },
  parameters: { shows: 'No runs yet' },
}

export const FailedRun: Story = {
  args: { address: '/floweditor/flow-1?tab=runs&run=run-0', fakes: () => aBusyOrganization() },
  parameters: { shows: 'Warehouse did not accept the password of “ada”.' },
}

/** The last run found a table of the destination without a column of the stream. */
export const DestinationDoesNotFit: Story = {
  args: {
    fakes: async () => {
      const fakes = await aBusyOrganization()
      const found = await fakes.flows.get('org-1', 'flow-1')
      if (!found.ok) return fakes
      const error = { code: 'TARGET_MISMATCH', message: 'The table public.orders does not fit.' }
      const failed = { id: 'run-misfit', kind: 'move', flowId: 'flow-1', status: 'failed' } as const
      const table = { entity: 'public.orders', target: 'public.orders', status: 'failed', error } as const
      const counts = { rowsRead: 0, rowsWritten: 0, rowsFiltered: 0, rowsRejected: 0, bytes: 0 }
      const run = { ...failed, streams: [{ ...table, ...counts }] }
      fakes.runs.put('org-1', run)
      const streams = [{ entity: 'public.orders', mode: 'replace' }] as const
      fakes.flows.put('org-1', { ...found.value, lastRun: run, config: { streams, transformations: [] } })
      const columns = ['id', 'total'].map((name) => ({ name, source: { name, type: 'text' }, notes: [] }))
      const problem = { message: error.message, missingColumns: ['total'] }
      fakes.flows.planned = { target: 'public.orders', columns, notes: [], problem }
      return fakes
    },
  },
  parameters: { shows: 'public.orders has no column total' },
}

export const LongNames: Story = {
  args: { address: '/floweditor/flow-1?tab=outline', fakes: () => aBusyOrganization(long) },
  parameters: { shows: long('Shop') },
}
