import { crc32, deflateSync, inflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const COLORS = 256
/** The others are for colours of small areas. */
const MOST_USED = 160

/**
 * The same picture in 256 colours: those that it has most of, and those that would change most without an entry of their
 * own, as of a small dot. Others become the nearest of them: a third of the size, and no difference that anybody sees on
 * pages of text and plain areas. Takes what a browser's screenshot is: eight bits
 * a channel, with or without transparency, not interlaced (PNG specification §11.2 and §9).
 */
export function indexedPng(png: Buffer): Buffer {
  const { width, height, pixels } = decode(png)
  const counts = new Map<number, number>()
  for (const color of pixels) counts.set(color, (counts.get(color) ?? 0) + 1)
  const palette = paletteOf(counts)
  const indexes = new Map(palette.map((color, index) => [color, index]))
  for (const color of counts.keys()) if (!indexes.has(color)) indexes.set(color, nearest(palette, color))

  const rows = Buffer.alloc((width + 1) * height)
  for (let at = 0; at < pixels.length; at++) {
    rows[at + Math.floor(at / width) + 1] = indexes.get(pixels[at] ?? 0) ?? 0
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3], 8)
  const colors = Buffer.from(palette.flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255]))
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', colors),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function decode(png: Buffer): { width: number; height: number; pixels: Uint32Array } {
  const width = png.readUInt32BE(16)
  const height = png.readUInt32BE(20)
  const channels = png[25] === 6 ? 4 : 3
  const parts: Buffer[] = []
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at)
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length))
    at += length + 12
  }
  const data = inflateSync(Buffer.concat(parts))
  const stride = width * channels
  const bytes = new Uint8Array(stride * height)
  const pixels = new Uint32Array(width * height)
  for (let y = 0; y < height; y++) {
    const filter = data[y * (stride + 1)] ?? 0
    for (let x = 0; x < stride; x++) {
      const at = y * stride + x
      const left = x < channels ? 0 : (bytes[at - channels] ?? 0)
      const up = y === 0 ? 0 : (bytes[at - stride] ?? 0)
      const corner = x < channels || y === 0 ? 0 : (bytes[at - stride - channels] ?? 0)
      bytes[at] = (data[at + y + 1] ?? 0) + predicted(filter, left, up, corner)
    }
  }
  for (let at = 0; at < pixels.length; at++) {
    const from = at * channels
    pixels[at] = ((bytes[from] ?? 0) << 16) | ((bytes[from + 1] ?? 0) << 8) | (bytes[from + 2] ?? 0)
  }
  return { width, height, pixels }
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left
  if (filter === 2) return up
  if (filter === 3) return (left + up) >> 1
  if (filter !== 4) return 0
  const toLeft = Math.abs(up - corner)
  const toUp = Math.abs(left - corner)
  const toCorner = Math.abs(left + up - 2 * corner)
  return toLeft <= toUp && toLeft <= toCorner ? left : toUp <= toCorner ? up : corner
}

function paletteOf(counts: ReadonlyMap<number, number>): readonly number[] {
  const colors = [...counts.keys()].sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0))
  const palette = colors.slice(0, MOST_USED)
  let lost = colors
    .slice(MOST_USED)
    .map((color) => ({ color, change: distance(palette[nearest(palette, color)] ?? 0, color) }))
  while (palette.length < COLORS && lost.length > 0) {
    const worst = lost.reduce((a, b) =>
      b.change * (counts.get(b.color) ?? 0) > a.change * (counts.get(a.color) ?? 0) ? b : a,
    )
    palette.push(worst.color)
    lost = lost
      .filter(({ color }) => color !== worst.color)
      .map(({ color, change }) => ({ color, change: Math.min(change, distance(worst.color, color)) }))
  }
  return palette
}

function nearest(palette: readonly number[], color: number): number {
  let best = 0
  for (let index = 1; index < palette.length; index++) {
    if (distance(palette[index] ?? 0, color) < distance(palette[best] ?? 0, color)) best = index
  }
  return best
}

/** The square of how far apart two colours are. */
const distance = (one: number, other: number): number =>
  ((one >> 16) - (other >> 16)) ** 2 +
  (((one >> 8) & 255) - ((other >> 8) & 255)) ** 2 +
  ((one & 255) - (other & 255)) ** 2

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(named.length + 8)
  framed.writeUInt32BE(data.length, 0)
  named.copy(framed, 4)
  framed.writeUInt32BE(crc32(named), named.length + 4)
  return framed
}
