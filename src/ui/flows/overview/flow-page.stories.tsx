import type { Meta, StoryObj } from '@storybook/react-vite'

import { fail } from '../../../core/result.ts'
import {
  aDifferingMirror,
  aFollowingMirror,
  aMirrorWithPausedTables,
  anOrganizationWithMirror,
  anOrganizationWithPacedMirror,
  anUnprovenMirror,
  aPreparedMirror,
  aWaitingMirror,
} from '../../.storybook/mirror-fakes.ts'
import { long } from '../../.storybook/naming.ts'
import { aBusyOrganization, aBusyOrganizationWhere, serverDown } from '../../.storybook/organization-fakes.ts'
import { type PageArgs, pageStory } from '../../.storybook/page-story.tsx'

const meta = {
  ...pageStory,
  title: 'Pages/Flow',
  args: { address: '/flows/flow-1', fakes: () => aBusyOrganization() },
} satisfies Meta<PageArgs>

export default meta

/** Also for the second request, of the page itself. */
const down = async () => fail(serverDown)
type Story = StoryObj<typeof meta>

export const Full: Story = { parameters: { shows: { role: 'img', name: 'Rows per run' } } }

export const LongNames: Story = {
  args: { fakes: () => aBusyOrganization(long) },
  parameters: { shows: { role: 'img', name: 'Rows per run' } },
}

export const NeverRun: Story = { args: { address: '/flows/flow-4' }, parameters: { shows: 'Never run' } }

export const FailedLastTime: Story = {
  args: { address: '/flows/flow-2' },
  parameters: { shows: 'The last run failed' },
}

export const Running: Story = { args: { address: '/flows/flow-3' }, parameters: { shows: 'Cancel' } }

export const SwitchedOff: Story = { args: { address: '/flows/flow-5' }, parameters: { shows: 'Switched off' } }

export const Loading: Story = {
  args: { fakes: () => aBusyOrganizationWhere(({ flows }) => flows.holdNext()) },
  parameters: { shows: 'Loading…' },
}

export const Failed: Story = {
  args: { fakes: () => aBusyOrganizationWhere(({ flows }) => Object.assign(flows, { get: down })) },
  parameters: { shows: 'The flow could not be loaded' },
}

export const HistoryFailed: Story = {
  args: { fakes: () => aBusyOrganizationWhere(({ flows }) => Object.assign(flows, { overview: down })) },
  parameters: { shows: 'The history could not be loaded' },
}

export const Nowhere: Story = {
  args: { address: '/flows/nowhere' },
  parameters: { shows: 'This flow does not exist' },
}

const mirrored = { address: '/flows/flow-7' }

export const Mirroring: Story = {
  args: { ...mirrored, fakes: () => anOrganizationWithMirror(aFollowingMirror) },
  parameters: { shows: { role: 'img', name: 'Lag' } },
}

export const MirrorPaced: Story = {
  args: { ...mirrored, fakes: () => anOrganizationWithPacedMirror(aFollowingMirror) },
  parameters: { shows: 'Interval' },
}

export const MirrorLongNames: Story = {
  args: { ...mirrored, fakes: () => anOrganizationWithMirror(aFollowingMirror, long) },
  parameters: { shows: { role: 'img', name: 'Lag' } },
}

export const MirrorNotStarted: Story = {
  args: { ...mirrored, fakes: () => anOrganizationWithMirror(undefined) },
  parameters: { shows: 'Start mirror' },
}

export const MirrorWaits: Story = {
  args: { ...mirrored, fakes: () => anOrganizationWithMirror(aWaitingMirror) },
  parameters: { shows: 'Waits for the source' },
}

export const MirrorWithPausedTables: Story = {
  args: { ...mirrored, fakes: () => anOrganizationWithMirror(aMirrorWithPausedTables) },
  parameters: { shows: 'Two rows have the same e-mail “ada@example.com”.' },
}

export const MirrorDiffers: Story = {
  args: { ...mirrored, fakes: () => anOrganizationWithMirror(aDifferingMirror) },
  parameters: { shows: { role: 'button', name: 'Show rows of public.orders that differed' } },
}

export const EndMirror: Story = {
  args: { address: '/flows/flow-7?dialog=end-mirror', fakes: () => anOrganizationWithMirror(aFollowingMirror) },
  parameters: { shows: { role: 'alertdialog', name: 'End the mirror of Shop, mirrored?' } },
}

const cutOver = { address: '/flows/flow-7?dialog=cut-over' }

export const CutOver: Story = {
  args: { ...cutOver, fakes: () => anOrganizationWithMirror(aFollowingMirror) },
  parameters: { shows: { role: 'button', name: 'Writes have stopped: prove now' } },
}

export const CutOverPrepared: Story = {
  args: { ...cutOver, fakes: () => anOrganizationWithMirror(aPreparedMirror) },
  parameters: { shows: 'Somebody still writes: 3 changes came afterwards.' },
}

export const CutOverUnproven: Story = {
  args: { ...cutOver, fakes: () => anOrganizationWithMirror(anUnprovenMirror) },
  parameters: { shows: 'These tables did not follow: public.customers' },
}

export const MirrorFailed: Story = {
  args: {
    ...mirrored,
    fakes: async () => {
      const fakes = await anOrganizationWithMirror(aFollowingMirror)
      Object.assign(fakes.mirrors, { get: down })
      return fakes
    },
  },
  parameters: { shows: 'The mirror could not be loaded' },
}

export const Schedule: Story = {
  args: { address: '/flows/flow-1?dialog=schedule' },
  parameters: { shows: { role: 'region', name: 'Next runs' } },
}

export const Labels: Story = {
  args: { address: '/flows/flow-1?dialog=labels' },
  parameters: { shows: { role: 'dialog', name: 'Owner and tags' } },
}

export const Sql: Story = {
  args: { address: '/flows/flow-1?dialog=sql' },
  parameters: { shows: 'After all rows have arrived' },
}

export const Versions: Story = {
  args: { address: '/flows/flow-1?dialog=versions' },
  parameters: { shows: { role: 'dialog', name: 'Versions' } },
}
