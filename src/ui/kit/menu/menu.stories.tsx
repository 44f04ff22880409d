import type { Meta, StoryObj } from '@storybook/react-vite'
import { Copy, Ellipsis, Settings, Trash2 } from 'lucide'
import { fn, screen, userEvent } from 'storybook/test'

import { IconButton } from '../icon-button/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from './menu.tsx'
import { MenuChoice } from './menu-choice.tsx'
import { MenuGroup } from './menu-group.tsx'
import { MenuLabel } from './menu-label.tsx'

const meta = {
  title: 'Kit/Menu',
  component: Menu,
  args: {
    align: 'start',
    trigger: <IconButton icon={Ellipsis} label="More" />,
    children: (
      <>
        <MenuItem icon={Copy} onSelect={fn()}>
          Duplicate
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={Trash2} isDanger disabledReason="Needs at least the role Editor" onSelect={fn()}>
          Delete
        </MenuItem>
      </>
    ),
  },
  play: async () => userEvent.click(screen.getByRole('button', { name: 'More' })),
  parameters: { shows: { role: 'menuitem', name: /Duplicate/ } },
} satisfies Meta<typeof Menu>

export default meta
type Story = StoryObj<typeof meta>

export const Items: Story = {}

export const Group: Story = {
  args: {
    children: (
      <>
        <MenuItem icon={Copy} onSelect={fn()}>
          Duplicate
        </MenuItem>
        <MenuGroup icon={Settings} label="Settings">
          <MenuItem onSelect={fn()}>Schedule</MenuItem>
        </MenuGroup>
      </>
    ),
  },
  play: async () => {
    await userEvent.click(screen.getByRole('button', { name: 'More' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Settings' }))
  },
  parameters: { shows: { role: 'menuitem', name: 'Schedule' } },
}

export const OneOfSeveral: Story = {
  args: {
    children: (
      <>
        <MenuLabel>Theme</MenuLabel>
        <MenuChoice
          value="dark"
          options={[
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]}
          onChange={fn()}
        />
      </>
    ),
  },
  parameters: { shows: { role: 'menuitemradio', name: 'Dark' } },
}
