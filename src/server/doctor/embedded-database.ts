import { findPostgresBinaries } from '../store/embedded-postgres/postgres-binaries.ts'
import { type Check, type Finding, ok, warning } from './check.ts'

/**
 * The newest minor of each bundled major that is known to be out; all supported majors get theirs on the same day (postgresql.org/support/versioning).
 * Whoever updates this table looks for a release of the package with it: docs/security.md, "The bundled Postgres".
 */
const KNOWN_MINORS: Readonly<Record<number, number>> = { 15: 20, 18: 6 }

/** Only where no DATABASE_URL is set. */
export const embeddedDatabaseChecks = (): Check[] => [
  { name: 'embedded database', look: () => checkBundledVersion(findPostgresBinaries().version) },
]

/** @param bundled the version of the package, such as `18.4.0-beta.17-linux-x64` */
export function checkBundledVersion(bundled: string): Finding {
  const [major = 0, minor = 0] = bundled.split('.').map(Number)
  const known = KNOWN_MINORS[major] ?? 0
  if (minor >= known) return ok(`The bundled Postgres is ${major}.${minor}.`)
  return warning(
    `The bundled Postgres is ${major}.${minor}; ${major}.${known} is out, and may mend security faults.`,
    'Set DATABASE_URL to a Postgres that somebody keeps up to date ("millrace move-store" moves everything there), or update Millrace once it brings that version.',
  )
}
