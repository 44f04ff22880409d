import { useLingui } from '@lingui/react/macro'

/** The name of a role; a role that only a newer server knows is shown unchanged. */
export function useRoleName(): (role: string) => string {
  const { t } = useLingui()
  const names: Readonly<Record<string, string | undefined>> = {
    viewer: t`Viewer`,
    runner: t`Runner`,
    editor: t`Editor`,
    admin: t`Admin`,
    owner: t`Owner`,
  }
  return (role) => names[role] ?? role
}
