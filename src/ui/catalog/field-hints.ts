import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

import type { Field } from '../../core/catalog/connections/field.ts'

/** What the user should know before filling in a field. */
const FIELD_HINTS: Readonly<Record<string, MessageDescriptor>> = {
  sslrootcert: msg`PEM, then always checked. Empty: the authorities that this server knows.`,
  sslcert: msg`PEM, for servers that require one.`,
  sslkey: msg`PEM, without a passphrase.`,
  ssh_host: msg`Empty: no tunnel. Host and port are as the SSH server sees them.`,
  max_sessions: msg`At a time. Empty: 4, up to 9 for a large table.`,
  max_query_gigabytes: msg`Queries billed for more are not executed. Empty: no limit.`,
  ssh_host_key: msg`As "ssh-keygen -lf" prints it. A test shows the server’s.`,
}

export const hintOf = (i18n: I18n, { name }: Field): string | undefined => {
  const hint = FIELD_HINTS[name]
  return hint && i18n._(hint)
}
