import { dirname } from 'node:path'

import { errorCode, StartFailure } from '../host/start-failure.ts'

/** Converts an error of the file system to a sentence for the user; returns every other error unchanged. */
export function fileProblem(error: unknown, path: string): unknown {
  switch (errorCode(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new StartFailure(
        `The disk that holds ${dirname(path)} is full; free some space, or write the backup to another place.`,
      )
    case 'EFBIG':
      return new StartFailure(`${path} may not become as large as the backup; write the backup to another place.`)
    case 'EEXIST':
      return new StartFailure(`${path} exists already; name another file, or move that one away.`)
    case 'ENOENT':
      return new StartFailure(`There is no ${path}; check the name.`)
    case 'EISDIR':
      return new StartFailure(`${path} is a folder; name a file.`)
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    case 'ENOTDIR':
      return new StartFailure(
        `${path} cannot be used (${errorCode(error)}); change its permissions, or name another file.`,
      )
    case 'EIO':
      return new StartFailure(`The disk that holds ${path} reports an error; check the disk.`)
    default:
      return error
  }
}
