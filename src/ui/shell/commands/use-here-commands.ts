import { Zap } from 'lucide'

import { useMenuCommands } from '../../kit/menu/menu-commands.tsx'
import type { Command } from './command.ts'

/** What the menus of the open page can do. */
export const useHereCommands = (): readonly Command[] =>
  useMenuCommands().map(({ label, latest: { current } }): Command => {
    const words = label()
    return {
      id: `here-${words}`,
      group: 'here',
      icon: current.icon ?? Zap,
      label: words,
      disabledReason: current.disabledReason,
      run: current.onSelect,
    }
  })
