import { useLingui } from '@lingui/react/macro'

/** What the words of a plan are called; those of a newer server are shown unchanged. */
export function useCodeWords() {
  const { t } = useLingui()
  const kinds: Readonly<Record<string, string>> = {
    flow: t`Flow`,
    connection: t`Connection`,
    integration: t`Integration`,
    'alert-channel': t`Alert channel`,
  }
  const actions: Readonly<Record<string, string>> = {
    created: t`Created`,
    changed: t`Changed`,
    renamed: t`Renamed`,
    restored: t`Restored from the trash`,
    removed: t`Moved to the trash`,
  }
  return {
    kindName: (kind: string): string => kinds[kind] ?? kind,
    actionName: (action: string): string => actions[action] ?? action,
  }
}
