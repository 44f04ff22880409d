import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'

import { BLOCK, END_OF_ARCHIVE, paddingOf, tarHeader } from './tar-header.ts'

/** A content as it is in the file. */
export interface Written {
  readonly bytes: number
  readonly sha256: string
}

/** A tar file that is written from its beginning to its end, however large its contents are. */
export interface ArchiveWriter {
  add(name: string, content: AsyncIterable<Uint8Array>): Promise<Written>
  /** Settles when everything is on the disk. */
  finish(): Promise<void>
  close(): Promise<void>
}

/** @param path of a file that does not exist; only its owner can read it. Rejects with errors of the file system. */
export async function createArchive(path: string, time: number): Promise<ArchiveWriter> {
  const file = await open(path, 'wx', 0o600)
  let position = 0
  const append = async (bytes: Uint8Array) => {
    await writeAll(file, bytes, position)
    position += bytes.length
  }
  return {
    add: async (name, content) => {
      const headerAt = position
      // Its size is known only at the end.
      await append(Buffer.alloc(BLOCK))
      const hash = createHash('sha256')
      let size = 0
      for await (const chunk of content) {
        hash.update(chunk)
        size += chunk.length
        await append(chunk)
      }
      await append(Buffer.alloc(paddingOf(size)))
      await writeAll(file, tarHeader({ name, size, time }), headerAt)
      return { bytes: size, sha256: hash.digest('hex') }
    },
    finish: async () => {
      await append(END_OF_ARCHIVE)
      await file.sync()
    },
    close: () => file.close(),
  }
}

/** A nearly full disk takes a part of the bytes, and refuses only the rest. */
async function writeAll(file: FileHandle, bytes: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, at + done)
    done += bytesWritten
  }
}
