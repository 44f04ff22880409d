import type { IconNode } from 'lucide'

import type { ShortcutId } from './shortcuts.ts'

export const COMMAND_GROUPS = ['pages', 'actions', 'flows', 'connections', 'run', 'settings'] as const

export interface Command {
  readonly id: string
  readonly group: (typeof COMMAND_GROUPS)[number]
  readonly icon: IconNode
  readonly label: string
  readonly shortcut?: ShortcutId
  run(): void
}

/** The number of visible entries per group. */
const SHOWN_OF_GROUP = 8

/** The commands whose names contain every typed word, by group, with names that start with it first. */
export function matchingCommands(commands: readonly Command[], query: string): readonly Command[] {
  const wanted = query.trim().toLowerCase()
  const words = wanted.split(/\s+/)
  const isMatch = ({ label }: Command) => words.every((word) => label.toLowerCase().includes(word))
  const rank = ({ label }: Command) => (label.toLowerCase().startsWith(wanted) ? 0 : 1)
  return COMMAND_GROUPS.flatMap((group) =>
    commands
      .filter((command) => command.group === group && isMatch(command))
      .toSorted((one, other) => rank(one) - rank(other))
      .slice(0, SHOWN_OF_GROUP),
  )
}
