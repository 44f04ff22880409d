interface AddressForm {
  readonly schemes: readonly string[]
  readonly port: string
  /** The form's name for the database field. */
  readonly database: string
}

const FORMS: Readonly<Record<string, AddressForm>> = {
  postgres: { schemes: ['postgres', 'postgresql'], port: '5432', database: 'dbname' },
  mysql: { schemes: ['mysql', 'mariadb'], port: '3306', database: 'database' },
}

/** How such an address begins; nothing for a type without one. */
export const addressScheme = (type: string): string | undefined => {
  const [scheme] = FORMS[type]?.schemes ?? []
  return scheme && `${scheme}://`
}

/** Scheme, user, password (which may hold an unescaped @ or /), host, port, database, parameters. */
const ADDRESS =
  /^([a-z]+):\/\/(?:([^:/@]*)(?::(.*))?@)?(\[[\da-f:.]+\]|[^:/?#@[\]\s]+)(?::(\d+))?(?:\/([^?#\s]*))?(?:\?(\S*))?$/i

/**
 * The fields of a connection's form from an address such as `postgres://user:password@host:5432/database?sslmode=require`.
 * @returns nothing for any other text
 */
export function parseConnectionAddress(type: string, text: string): Readonly<Record<string, string>> | undefined {
  const form = FORMS[type]
  const [, scheme = '', user = '', password = '', host = '', port, database = '', parameters = ''] =
    ADDRESS.exec(text.trim()) ?? []
  if (!form?.schemes.includes(scheme.toLowerCase())) return undefined
  const values = {
    host: host.replace(/^\[|\]$/g, ''),
    port: port ?? form.port,
    user: decoded(user),
    password: decoded(password),
    [form.database]: decoded(database),
    sslmode: /(?:^|&)ssl-?mode=([a-z-]+)/i.exec(parameters)?.[1]?.toLowerCase() ?? '',
  }
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
}

/** The text itself if it is not escaped. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
