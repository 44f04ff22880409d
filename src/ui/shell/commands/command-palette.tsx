import { useOrganizationState } from '../../access/use-active-organization.ts'
import { CommandDialog } from './command-dialog.tsx'
import { useCommands } from './use-commands.ts'
import { useOrganizationCommands } from './use-organization-commands.ts'

interface CommandPaletteProps {
  onClose(): void
  onShortcuts(): void
}

/** All pages and actions, searchable by typing. */
export function CommandPalette(props: CommandPaletteProps) {
  const { active } = useOrganizationState()
  return active ? <WithOrganization {...props} /> : <WithoutOrganization {...props} />
}

function WithOrganization({ onClose, onShortcuts }: CommandPaletteProps) {
  const commands = [...useCommands(onShortcuts), ...useOrganizationCommands()]
  return <CommandDialog commands={commands} onClose={onClose} />
}

const WithoutOrganization = ({ onClose, onShortcuts }: CommandPaletteProps) => (
  <CommandDialog commands={useCommands(onShortcuts)} onClose={onClose} />
)
