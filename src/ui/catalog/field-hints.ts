import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

import type { Field } from '../../core/catalog/connections/field.ts'

/** What the user should know before filling in a field. */
const FIELD_HINTS: Readonly<Record<string, MessageDescriptor>> = {
  sslrootcert: msg`The certificate of the authority that signed the server’s certificate, in PEM form. The server’s certificate is then always checked. Leave empty to trust the authorities that this server knows.`,
  sslcert: msg`In PEM form, for servers that identify accounts by a certificate.`,
  sslkey: msg`In PEM form, without a passphrase.`,
  ssh_host: msg`An SSH server through which the database is reached. Leave empty to connect directly. With a tunnel, enter the database’s host and port as the SSH server sees them.`,
  ssh_host_key: msg`The fingerprint, as "ssh-keygen -lf" prints it. Test the connection to see which one the server shows.`,
}

export const hintOf = (i18n: I18n, { name }: Field): string | undefined => {
  const hint = FIELD_HINTS[name]
  return hint && i18n._(hint)
}
