import { homedir } from 'node:os'
import { posix, win32 } from 'node:path'

/**
 * Where the platform's convention puts data that must be kept, and what can be fetched or computed again: XDG on Linux, Application Support and
 * Caches on macOS, LocalAppData on Windows.
 */
export function platformFolders({ platform = process.platform, environment = process.env, home = homedir() } = {}) {
  const { join, isAbsolute } = platform === 'win32' ? win32 : posix
  // The convention of XDG: a relative path is ignored.
  const named = (variable, ...usual) => {
    const value = environment[variable]
    return value && isAbsolute(value) ? value : join(home, ...usual)
  }
  switch (platform) {
    case 'darwin':
      return {
        data: join(home, 'Library', 'Application Support', 'Millrace'),
        cache: join(home, 'Library', 'Caches', 'Millrace'),
      }
    case 'win32': {
      const local = named('LOCALAPPDATA', 'AppData', 'Local')
      return { data: join(local, 'Millrace', 'Data'), cache: join(local, 'Millrace', 'Cache') }
    }
    default:
      return {
        data: join(named('XDG_DATA_HOME', '.local', 'share'), 'millrace'),
        cache: join(named('XDG_CACHE_HOME', '.cache'), 'millrace'),
      }
  }
}
