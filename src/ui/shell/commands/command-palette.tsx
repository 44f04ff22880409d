import { useState } from 'react'

import { useOrganizationState } from '../../access/use-active-organization.ts'
import { useRecentCommands } from '../../preferences/use-recent-commands.ts'
import { type Command, matchingCommands } from './command.ts'
import { CommandDialog } from './command-dialog.tsx'
import { useCommands } from './use-commands.ts'
import { useFoundCommands } from './use-found-commands.ts'
import { useHelpCommands } from './use-help-commands.ts'
import { useHereCommands } from './use-here-commands.ts'
import { useOrganizationCommands } from './use-organization-commands.ts'
import { usePeopleCommands } from './use-people-commands.ts'
import { useSectionCommands } from './use-section-commands.ts'
import { useViewCommands } from './use-view-commands.ts'

interface CommandPaletteProps {
  onClose(): void
  onShortcuts(): void
}

/** Everything in the product by a part of its name: pages, settings, objects, people, help, and what the open page can do. */
export function CommandPalette(props: CommandPaletteProps) {
  const { active } = useOrganizationState()
  return active ? <WithOrganization {...props} /> : <WithoutOrganization {...props} />
}

function WithOrganization({ onClose, onShortcuts }: CommandPaletteProps) {
  const [query, setQuery] = useState('')
  const found = useFoundCommands(query)
  const commands = [
    ...useHereCommands(),
    ...useCommands(onShortcuts),
    ...useViewCommands(),
    ...useSectionCommands(),
    ...useOrganizationCommands(),
    ...usePeopleCommands(),
    ...useHelpCommands(),
  ]
  return <Palette {...{ commands, found, query, onClose }} onQuery={setQuery} />
}

function WithoutOrganization({ onClose, onShortcuts }: CommandPaletteProps) {
  const [query, setQuery] = useState('')
  const commands = [...useCommands(onShortcuts), ...useHelpCommands()]
  return <Palette {...{ commands, query, onClose }} found={[]} onQuery={setQuery} />
}

interface PaletteProps {
  readonly commands: readonly Command[]
  /** What the server has found. */
  readonly found: readonly Command[]
  readonly query: string
  onQuery(query: string): void
  onClose(): void
}

function Palette({ commands, found, query, onQuery, onClose }: PaletteProps) {
  const { recent, note } = useRecentCommands()
  return (
    <CommandDialog
      commands={matchingCommands([...commands, ...found], query, recent)}
      query={query}
      onQuery={onQuery}
      onChoose={({ id, run }) => {
        note(id.replace(/^recent-/, ''))
        onClose()
        run()
      }}
      onClose={onClose}
    />
  )
}
