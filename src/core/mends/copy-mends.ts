import type { FailedStream } from './failure.ts'
import type { Mend } from './mend.ts'
import { cloudText } from './texts/cloud-texts.ts'
import { mysqlText } from './texts/mysql-texts.ts'
import { type Copied, postgresText } from './texts/postgres-texts.ts'

/** The text for somebody who may change the other system, with the names of this error filled in; none if a name is unknown. */
export function copyMends(failed: FailedStream): readonly Mend[] {
  const copied = textOf(failed)
  return copied ? [{ kind: 'copy', what: copied[0], text: copied[1] }] : []
}

function textOf(failed: FailedStream): Copied | undefined {
  if (failed.error.code === 'TUNNEL_FORWARDING_REFUSED') return ['forwarding', FORWARDING]
  const end = failed.at && failed[failed.at]
  if (!end) return undefined
  switch (end.type) {
    case 'postgres':
      return postgresText(failed)
    case 'mysql':
      return mysqlText(failed)
    default:
      return cloudText(failed, end)
  }
}

const FORWARDING = '# /etc/ssh/sshd_config of the SSH server; afterwards: systemctl reload sshd\nAllowTcpForwarding yes'
