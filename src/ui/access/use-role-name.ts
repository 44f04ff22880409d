import { useLingui } from '@lingui/react/macro'

/** The name of a role; one that only a newer server knows is shown as it came. */
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
