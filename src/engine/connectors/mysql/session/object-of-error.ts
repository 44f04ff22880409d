import type { ErrorObjectKind } from '../../../../core/catalog/runs/error-object.ts'
import type { Problem } from '../../../ports/connector.ts'
import { namesInQuotes } from '../../sql/names-in-quotes.ts'

/** What an error of the server is about. Its number tells which names its text has, in whatever language. */
export function objectOfError(errno: number, message: string): Pick<Problem, 'object' | 'account'> {
  if (errno === 1227) {
    const right = /[A-Z]{3}[A-Z_]*(?: [A-Z_]{2,})*/.exec(message)?.[0]
    return right === undefined ? {} : { object: { kind: 'server', right } }
  }
  const kind = KINDS[errno]
  if (kind === undefined) return {}
  const [whole = '', user = '', host = ''] = ACCOUNT.exec(message) ?? []
  const [first, second] = namesInQuotes(message.slice(message.indexOf(whole) + whole.length))
  if (kind === 'account') return user === '' ? {} : { object: { kind, name: user } }
  if (first === undefined) return {}
  if (kind === 'table' && second !== undefined) return { object: { kind, schema: first, name: second } }
  // Only in this error the host is that of the account; elsewhere it is the address of the client.
  const account = errno === 1044 ? { account: `${inQuotes(user)}@${inQuotes(host)}` } : {}
  return { object: { kind, name: first }, ...account }
}

const KINDS: Readonly<Record<number, ErrorObjectKind>> = {
  1044: 'database',
  1049: 'database',
  1142: 'table',
  3118: 'account',
  4151: 'account',
}

/** It comes before the other names; its own quotation marks are not doubled. */
const ACCOUNT = /(?<!\p{L})'(.*?)'@'([^']*)'/u

const inQuotes = (name: string) => `'${name.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
