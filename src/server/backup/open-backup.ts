import { createHash, timingSafeEqual } from 'node:crypto'
import type { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'

import { errorCode, StartFailure } from '../host/start-failure.ts'
import { ArchiveDamaged, type ArchiveReader, openArchive } from './archive/archive-reader.ts'
import { keyOf, proofOf, unseal } from './archive/seal.ts'
import { type Counted, countInto } from './count-rows.ts'
import { fileProblem } from './file-problem.ts'
import {
  FORMAT,
  MANIFEST,
  MANIFEST_CHECK,
  type Manifest,
  type ManifestCheck,
  manifestSchema,
  type Part,
} from './manifest.ts'

/** In bytes; each table of the store has about 1 KB. */
const LONGEST_MANIFEST = 16 << 20

type Sink = Writable | ((content: AsyncIterable<Uint8Array>) => Promise<void>)

/** A backup whose manifest is right. */
export interface Backup {
  readonly manifest: Manifest
  /** Of the file, in bytes. */
  readonly size: number
  /** Writes a content into the sink, and checks it meanwhile. @throws StartFailure when it is not as it was written */
  pour(part: Part & { readonly rows?: number }, sink: Sink): Promise<void>
  close(): Promise<void>
}

/** @throws StartFailure when it cannot be read, is damaged, needs another passphrase, or was written by a newer version */
export async function openBackup(path: string, passphrase: string | undefined): Promise<Backup> {
  const explain = (error: unknown) => {
    const isOfContent = error instanceof ArchiveDamaged || errorCode(error)?.startsWith('Z_')
    if (!isOfContent) return fileProblem(error, path)
    const what = error instanceof ArchiveDamaged ? error.message : 'a part of it is changed'
    return new StartFailure(`${path} cannot be used as a backup: ${what}. Use another backup.`)
  }
  const archive = await openArchive(path).catch((error: unknown) => {
    throw explain(error)
  })
  try {
    const { manifest, key } = await readManifest(archive, path, passphrase)
    return {
      manifest,
      size: archive.size,
      pour: (part, sink) =>
        pour(archive, part, key, sink).catch((error: unknown) => {
          throw explain(error)
        }),
      close: () => archive.close(),
    }
  } catch (error) {
    await archive.close()
    throw explain(error)
  }
}

async function readManifest(archive: ArchiveReader, path: string, passphrase: string | undefined) {
  const read = (name: string) => {
    const { size = 0 } = archive.members.find((member) => member.name === name) ?? {}
    if (size > LONGEST_MANIFEST) throw new ArchiveDamaged('its manifest is too long')
    return text(archive.content({ name, size }))
  }
  const [words, checkWords] = [await read(MANIFEST), await read(MANIFEST_CHECK)]
  const check = parse<ManifestCheck>(checkWords)
  if (createHash('sha256').update(words).digest('hex') !== check.sha256 || JSON.stringify(check) !== checkWords)
    throw new ArchiveDamaged('its manifest is changed')
  const found = parse<Partial<Pick<Manifest, 'format' | 'version'>> | null>(words)
  if (Number(found?.format) > FORMAT)
    throw new StartFailure(`${path} was written by a newer version of Millrace (${found?.version}); use that version.`)
  // Anybody can write one with the right hash, and its names become names of files.
  const { data: manifest } = manifestSchema.safeParse(found)
  if (!manifest) throw new ArchiveDamaged('its manifest has an unknown form')
  const key =
    manifest.salt === undefined ? undefined : await openSeal(path, passphrase, { salt: manifest.salt, words, check })
  const expected = [...manifest.tables, ...manifest.files].map(({ member }) => member)
  const present = archive.members.map(({ name }) => name)
  if ([...expected, MANIFEST, MANIFEST_CHECK].join('\n') !== present.join('\n'))
    throw new ArchiveDamaged('it has other parts than its manifest lists')
  return { manifest, key }
}

interface SealedManifest {
  readonly salt: string
  readonly words: string
  readonly check: ManifestCheck
}

async function openSeal(path: string, passphrase: string | undefined, { salt, words, check }: SealedManifest) {
  if (passphrase === undefined)
    throw new StartFailure(
      `${path} is sealed with a passphrase; set BACKUP_PASSPHRASE, or name a file that contains it with --passphrase-file.`,
    )
  const key = await keyOf(passphrase, Buffer.from(salt, 'base64'))
  const proof = Buffer.from(check.proof ?? '')
  const right = Buffer.from(proofOf(key, words))
  if (proof.length !== right.length || !timingSafeEqual(proof, right))
    throw new StartFailure(`The passphrase is not the one that ${path} was sealed with.`)
  return key
}

function parse<T>(words: string): T {
  try {
    return JSON.parse(words) as T
  } catch {
    throw new ArchiveDamaged('its manifest is changed')
  }
}

async function pour(
  archive: ArchiveReader,
  part: Part & { readonly rows?: number },
  key: Buffer | undefined,
  sink: Sink,
) {
  const { member, bytes, sha256, contentBytes, rows } = part
  const counted: Counted = { rows: 0, bytes: 0 }
  const stored = archive.content({ name: member, size: bytes }, sha256)
  const compressed = key ? unseal(key, member, stored) : stored
  const incomplete = () => new ArchiveDamaged(`${member} is not complete`)
  // A few bytes may become as many as there are: no more of them is read than there should be.
  const count = countInto(counted, () => {
    if (counted.bytes > contentBytes) throw incomplete()
  })
  // Two calls, because the types of a pipeline with either sink are different.
  if (typeof sink === 'function') await pipeline(compressed, createGunzip(), count, sink)
  else await pipeline(compressed, createGunzip(), count, sink)
  if (counted.bytes !== contentBytes || (rows !== undefined && counted.rows !== rows)) throw incomplete()
}

/** Reads everything and keeps nothing. @throws StartFailure at the first part that is not as it was written */
export async function verifyBackup({ manifest, pour: read }: Backup): Promise<void> {
  for (const part of [...manifest.tables, ...manifest.files]) {
    await read(part, async (content) => {
      for await (const _ of content);
    })
  }
}
