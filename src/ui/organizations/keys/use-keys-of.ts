import { useLingui } from '@lingui/react/macro'
import type { Member } from '../../../core/members/member.ts'
import { useKeys } from './use-keys.ts'

/** The names of the keys that a member has made, in words; nothing if there are none, or if the user may not see keys. */
export function useKeysOf({ uid }: Member): string | undefined {
  const { i18n } = useLingui()
  const { data: keys = [] } = useKeys()
  const names = keys.filter(({ createdBy }) => createdBy !== undefined && createdBy.uid === uid).map(({ name }) => name)
  return names.length > 0 ? new Intl.ListFormat(i18n.locale).format(names) : undefined
}
