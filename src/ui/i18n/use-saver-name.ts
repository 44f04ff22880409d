import { useLingui } from '@lingui/react/macro'

/** Who saved something, for people: somebody who left the organization has no name in it any more, and an id says nothing. */
export function useSaverName(by: { readonly uid: string; readonly name?: string } | undefined): string | undefined {
  const { t } = useLingui()
  return by && (by.name ?? t`a former member`)
}
