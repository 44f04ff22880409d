import { Zap } from 'lucide'

import { defined } from '../../../core/catalog/defined.ts'
import { useMenuCommands } from '../../kit/menu/menu-commands.tsx'
import type { Command } from './command.ts'

/** What the menus of the open page can do. */
export const useHereCommands = (): readonly Command[] =>
  useMenuCommands().map(({ label, of, latest: { current } }): Command => {
    const words = label()
    return {
      id: of === undefined ? `here-${words}` : `here-${words}-${of}`,
      group: 'here',
      icon: current.icon ?? Zap,
      label: words,
      ...defined({ detail: of }),
      disabledReason: current.disabledReason,
      run: current.onSelect,
    }
  })
