import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'

import { BLOCK, END_OF_ARCHIVE, paddingOf, readTarHeader } from './tar-header.ts'

export interface ArchiveMember {
  readonly name: string
  readonly size: number
}

/** A tar file as `createArchive` writes it, and nothing else. */
export interface ArchiveReader {
  readonly members: readonly ArchiveMember[]
  readonly size: number
  /** The content, piece by piece. Rejects with ArchiveDamaged if its hash is another one; absent: the hash is not checked. */
  content(member: ArchiveMember, sha256?: string): AsyncGenerator<Buffer>
  close(): Promise<void>
}

export class ArchiveDamaged extends Error {
  override readonly name = 'ArchiveDamaged'
}

/** Reads all headers. @throws ArchiveDamaged, or an error of the file system */
export async function openArchive(path: string): Promise<ArchiveReader> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const places = await readPlaces(file, size)
    return {
      members: places.map(({ name, size: bytes }) => ({ name, size: bytes })),
      size,
      content: (member, sha256) =>
        read(
          file,
          places.find(({ name }) => name === member.name),
          sha256,
        ),
      close: () => file.close(),
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

interface Place extends ArchiveMember {
  readonly at: number
}

async function readPlaces(file: FileHandle, size: number): Promise<readonly Place[]> {
  const places: Place[] = []
  const names = new Set<string>()
  let at = 0
  while (at + END_OF_ARCHIVE.length < size) {
    const entry = readTarHeader(await readAt(file, at, BLOCK))
    if (!entry)
      throw new ArchiveDamaged(
        places.length === 0 ? 'it is not a backup of Millrace' : 'a part of it is changed or missing',
      )
    const padding = paddingOf(entry.size)
    const next = at + BLOCK + entry.size + padding
    if (next > size) throw new ArchiveDamaged('its end is missing')
    if (names.has(entry.name)) throw new ArchiveDamaged(`${entry.name} is in it twice`)
    if (!isEmpty(await readAt(file, next - padding, padding))) throw new ArchiveDamaged('a part of it is changed')
    names.add(entry.name)
    places.push({ name: entry.name, size: entry.size, at: at + BLOCK })
    at = next
  }
  if (at + END_OF_ARCHIVE.length !== size || !isEmpty(await readAt(file, at, END_OF_ARCHIVE.length)))
    throw new ArchiveDamaged('its end is missing or changed')
  return places
}

const isEmpty = (bytes: Buffer) => bytes.every((byte) => byte === 0)

const PIECE = 256 * 1024

async function* read(file: FileHandle, place: Place | undefined, sha256: string | undefined): AsyncGenerator<Buffer> {
  if (!place) throw new ArchiveDamaged('a part of it is missing')
  const hash = createHash('sha256')
  for (let done = 0; done < place.size; done += PIECE) {
    const piece = await readAt(file, place.at + done, Math.min(PIECE, place.size - done))
    hash.update(piece)
    yield piece
  }
  if (sha256 !== undefined && hash.digest('hex') !== sha256) throw new ArchiveDamaged(`${place.name} is changed`)
}

async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  for (let done = 0; done < length; ) {
    const { bytesRead } = await file.read(bytes, done, length - done, at + done)
    if (bytesRead === 0) throw new ArchiveDamaged('its end is missing')
    done += bytesRead
  }
  return bytes
}
