import type { IconNode } from 'lucide'

import type { ShortcutId } from './shortcuts.ts'

export const COMMAND_GROUPS = [
  'recent',
  'here',
  'pages',
  'views',
  'actions',
  'flows',
  'tables',
  'connections',
  'runs',
  'people',
  'run',
  'settings',
  'sections',
  'help',
] as const

export interface Command {
  readonly id: string
  readonly group: (typeof COMMAND_GROUPS)[number]
  readonly icon: IconNode
  readonly label: string
  /** More about it, beside its name; it is found by it, too. */
  readonly detail?: string
  readonly shortcut?: ShortcutId
  readonly disabledReason?: string | undefined
  run(): void
}

/** Nobody looks through these without a word. */
const ONLY_FOUND: readonly string[] = ['people', 'sections', 'help']

/** The number of visible entries per group. */
const SHOWN_OF_GROUP = 8

export const wordsOf = (query: string): readonly string[] => query.trim().toLowerCase().split(/\s+/).filter(Boolean)

/**
 * The commands that contain every typed word, by group: those whose names begin with it first, then those that were used lately.
 * Before anything is typed, those used lately have a group of their own.
 */
export function matchingCommands(
  commands: readonly Command[],
  query: string,
  recent: readonly string[] = [],
): readonly Command[] {
  const words = wordsOf(query)
  if (words.length === 0) {
    const listed = commands.filter(({ group }) => !ONLY_FOUND.includes(group))
    return [...lately(commands, recent), ...firstOfGroups(listed.map((command) => [0, command]))]
  }
  const wanted = query.trim().toLowerCase()
  const ranked: [rank: number, command: Command][] = []
  for (const command of commands) {
    const name = command.label.toLowerCase()
    const text = command.detail === undefined ? name : `${name} ${command.detail.toLowerCase()}`
    if (!words.every((word) => text.includes(word))) continue
    ranked.push([(name.startsWith(wanted) ? 0 : 2) + (recent.includes(command.id) ? 0 : 1), command])
  }
  return firstOfGroups(ranked)
}

/** The number of those that were used lately. */
const SHOWN_OF_RECENT = 5

function lately(commands: readonly Command[], recent: readonly string[]): readonly Command[] {
  if (recent.length === 0) return []
  const known = new Map(commands.filter(({ id }) => recent.includes(id)).map((command) => [command.id, command]))
  return recent
    .flatMap((id): readonly Command[] => {
      const command = known.get(id)
      return command ? [{ ...command, id: `recent-${id}`, group: 'recent' }] : []
    })
    .slice(0, SHOWN_OF_RECENT)
}

function firstOfGroups(ranked: readonly (readonly [rank: number, command: Command])[]): readonly Command[] {
  const groups = Map.groupBy(ranked, ([, { group }]) => group)
  return COMMAND_GROUPS.flatMap((group) =>
    (groups.get(group) ?? [])
      .toSorted(([one], [other]) => one - other)
      .slice(0, SHOWN_OF_GROUP)
      .map(([, command]) => command),
  )
}
